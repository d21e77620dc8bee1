#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A template and its type go together.

ui/sky-thing.ui holds <template class="SkyThing">, stands in the resource list, and
sky-thing.c, in a room of src/console, sets it as its template; neither of them stands alone.
"""

import re

import project

TEMPLATE = re.compile(r'<template\b[^>]*\bclass="(\w+)"')
SETTER = re.compile(r'gtk_widget_class_set_template_from_resource\s*\(')
RESOURCE = re.compile(r'"[^"]*/([\w-]+\.ui)"|"([\w-]+\.ui)"')


def class_name(stem):
    return ''.join(part.capitalize() for part in stem.split('-'))


def line_of(text, position):
    return text.count('\n', 0, position) + 1


def check_template(root, path, listed):
    name = f'{path.stem}.c'
    source = next((found for found in project.files(root, '.c', under='src/console')
                   if found.name == name), None)
    text = project.text(path)
    match = TEMPLATE.search(text)
    if path.name not in listed:
        yield project.Offence(path, 1, 'not listed in the resource file of ui')
    if match is None:
        # Menus and shortcut windows are plain builder files: somebody must still load them.
        if not any(path.name in project.text(user)
                   for user in project.files(root, '.c', under='src/console')):
            yield project.Offence(path, 1, 'neither a template nor loaded by the console')
        return
    if match[1] != class_name(path.stem):
        yield project.Offence(path, line_of(text, match.start()),
                              f'template of {match[1]}, though the file is named for '
                              f'{class_name(path.stem)}')
    if source is None:
        yield project.Offence(path, 1, f'widow: no room of src/console has {name}')
    elif not SETTER.search(project.text(source)):
        yield project.Offence(path, 1, f'widow: {source.relative_to(root)} sets no template')


def check_source(root, path):
    text = project.text(path)
    for match in SETTER.finditer(text):
        call = text[match.start():text.find(';', match.start())]
        named = RESOURCE.search(call)
        wanted = f'{path.stem}.ui'
        line = line_of(text, match.start())
        if named is None or (named[1] or named[2]) != wanted:
            yield project.Offence(path, line, f'sets a template other than {wanted}')
        if not (root / 'ui' / wanted).exists():
            yield project.Offence(path, line, f'widow: there is no ui/{wanted}')


def offences(root):
    lists = ''.join(project.text(path) for path in project.files(root, '.xml', under='ui')
                    if path.name.endswith('.gresource.xml'))
    listed = set(re.findall(r'>(?:[^<>]*/)?([\w-]+\.ui)</file>', lists))
    for path in project.files(root, '.ui', under='ui'):
        yield from check_template(root, path, listed)
    for path in project.files(root, '.c', under='src'):
        yield from check_source(root, path)


if __name__ == '__main__':
    project.run(offences)
