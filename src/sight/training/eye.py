# SPDX-License-Identifier: GPL-3.0-or-later
"""The reader's modules, called as the program calls them."""

import ctypes
import pathlib

import numpy as np


class Picture(ctypes.Structure):
    _fields_ = [('width', ctypes.c_int), ('height', ctypes.c_int), ('stride', ctypes.c_size_t), ('pixels', ctypes.c_void_p)]


class Array(ctypes.Structure):
    _fields_ = [('data', ctypes.c_void_p), ('len', ctypes.c_uint)]


class Eye:
    """What looks at pictures for a kind of thing ("dice", "card"), each found as a structure of the type Item."""

    def __init__(self, module, model, kind, Item):
        self.glib = ctypes.CDLL('libglib-2.0.so.0')
        self.glib.g_array_new.restype = ctypes.POINTER(Array)
        self.Item = Item
        loaded = ctypes.CDLL(str(pathlib.Path(module).resolve()))
        make = loaded[f'sky_{kind}_eye_new']
        make.restype = ctypes.c_void_p
        self.function = loaded[f'sky_{kind}_eye_look']
        model = pathlib.Path(model).read_bytes()
        message = ctypes.c_char_p()
        self.eye = make(model, ctypes.c_size_t(len(model)), ctypes.byref(message))
        if not self.eye:
            raise SystemExit(message.value.decode())

    def look(self, picture, *arguments):
        """What is found in a picture of three bytes a pixel; the arguments are the function's after the picture."""
        pixels = np.ascontiguousarray(np.dstack([picture, np.zeros(picture.shape[:2], np.uint8)]))
        seen = Picture(picture.shape[1], picture.shape[0], pixels.strides[0], pixels.ctypes.data)
        found = self.glib.g_array_new(0, 0, ctypes.sizeof(self.Item))
        message = ctypes.c_char_p()
        if not self.function(ctypes.c_void_p(self.eye), ctypes.byref(seen), *arguments, found, ctypes.byref(message)):
            raise SystemExit(message.value.decode())
        items = ctypes.cast(found.contents.data, ctypes.POINTER(self.Item))
        return [items[i] for i in range(found.contents.len)]
