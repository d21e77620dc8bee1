#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A layer sees only the layers below it, and a room of the console only the rooms it may use.

The tables below are the architecture (docs/architecture.md says it in words). They are held against
the #include lines of src/<layer> and against the dependency list of src/<layer>/meson.build.
"""

import re

import project

# For each layer: the layers and the libraries it may use. The libraries are named as in meson.
LAYERS = {
    'base': ((), ('glib', 'crypto')),
    'log': (('base',), ('glib', 'gio', 'gio_unix', 'simdjson', 'zlib')),
    'rules': (('base', 'log'), ('glib',)),
    'record': (('base', 'log', 'rules'), ('glib',)),
    'import': (('base', 'log', 'rules', 'record'), ('glib', 'csv', 'xml')),
    'live': (('base', 'log', 'record'), ('glib', 'gio', 'mosquitto', 'ssl', 'crypto')),
    'reference': (('base', 'log', 'rules'), ('glib',)),
    'odds': (('base', 'log', 'rules'), ('glib', 'gmp')),
    'statistics': (('base', 'log'), ('glib', 'gmp')),
    'audit': (('base', 'log', 'rules', 'statistics'), ('glib', 'gio')),
    'survey': (('base', 'log', 'rules', 'audit'), ('glib',)),
    'store': (('base', 'log', 'rules', 'audit'), ('glib', 'gio', 'gobject', 'sqlite', 'pq')),
    'patterns': (('base', 'log', 'rules', 'audit', 'statistics', 'store'), ('glib',)),
    'media': (('base', 'log'), ('glib', 'gio', 'gobject', 'gst', 'gtk', 'cairo', 'pangocairo')),
    'sight': (('base', 'log', 'media'), ('glib', 'gio', 'media_writer', 'opencv', 'dnnl')),
    'testimony': (('base', 'log', 'rules', 'audit', 'picture', 'media', 'sight'), ('glib', 'gio')),
    'picture': (('base', 'log', 'rules', 'audit'), ('glib', 'cairo', 'pangocairo')),
    'report': (('base', 'log', 'rules', 'audit', 'statistics', 'store', 'patterns', 'picture'),
               ('glib', 'gio', 'gobject', 'cairo', 'pangocairo')),
    'simulate': (('base', 'log', 'rules', 'record', 'audit', 'picture', 'media'),
                 ('glib', 'gio', 'cairo', 'media_writer')),
    'evidence': (('base', 'log', 'rules', 'audit', 'statistics', 'store', 'patterns', 'picture', 'report', 'media',
                  'sight', 'testimony'),
                 ('glib', 'gio', 'gio_unix', 'gobject', 'crypto', 'ssl', 'archive', 'cairo',
                  'pangocairo', 'media_writer')),
    'cli': (('base', 'log', 'rules', 'record', 'import', 'live', 'odds', 'statistics', 'audit', 'survey', 'store', 'patterns', 'picture',
             'media', 'sight', 'testimony', 'simulate', 'report', 'evidence'),
            ('glib', 'gio', 'gio_unix', 'gobject', 'cairo', 'pangocairo', 'media_writer')),
    'console': (('base', 'log', 'rules', 'record', 'import', 'live', 'odds', 'statistics', 'audit', 'survey', 'store', 'patterns',
                 'picture', 'report', 'media', 'sight', 'testimony', 'simulate', 'evidence'),
                ('glib', 'gio', 'gobject', 'gtk', 'gtk_print', 'adw', 'epoxy', 'cairo', 'pangocairo')),
}

# The rooms of the console, and for each those that it may use.
ROOMS = {
    'parts': (),
    'session': ('parts',),
    'player': ('parts', 'session'),
    'round': ('parts', 'session', 'finding'),
    'finding': ('parts', 'session'),
    'inbox': ('parts', 'session'),
    'people': ('parts', 'session'),
    'cases': ('parts', 'session', 'people', 'inbox'),
    'reports': ('parts', 'session'),
    'live': ('parts', 'session'),
    'import': ('parts', 'session'),
    'patterns': ('parts', 'session'),
    'record': ('parts', 'session', 'player', 'round'),
    'app': ('parts', 'session', 'player', 'round', 'finding', 'inbox', 'people', 'cases',
            'reports', 'live', 'import', 'patterns', 'record'),
}

# The library that a system header belongs to; a header that is not here is the C library's.
HEADERS = (
    ('glib', r'glib\.h|glib/.*|glib-unix\.h|gmodule\.h'),
    ('gobject', r'glib-object\.h|gobject/.*'),
    ('gio', r'gio/(?!g(unix|desktop)).*'),
    ('gio_unix', r'gio/g(unix|desktop).*'),
    ('crypto', r'openssl/.*'),
    ('simdjson', r'simdjson\.h'),
    ('gmp', r'gmp\.h'),
    ('csv', r'csv\.h'),
    ('xml', r'libxml/.*'),
    ('zlib', r'zlib\.h'),
    ('sqlite', r'sqlite3.*\.h'),
    ('pq', r'libpq-fe\.h|libpq/.*|pg_config.*\.h'),
    ('archive', r'archive.*\.h'),
    ('mosquitto', r'mosquitto\.h|mqtt_protocol\.h'),
    ('gst', r'gst/.*'),
    ('gtk', r'gtk/.*|gdk/.*|gsk/.*|graphene.*'),
    ('adw', r'adwaita\.h'),
    ('epoxy', r'epoxy/.*'),
    ('cairo', r'cairo.*\.h'),
    ('opencv', r'opencv2/.*'),
    ('dnnl', r'(dnnl\.hpp|omp\.h)'),
    ('pangocairo', r'pango/.*'),
)

# Libraries that only these files of their layer may use.
KEEPERS = {
    'sqlite': ('sky-engine-sqlite.c',),
    'pq': ('sky-libpq-private.h',),
    'archive': ('sky-libarchive.h',),
    'mosquitto': ('sky-broker-mqtt.c',),
    'csv': ('sky-csv-row.c',),
    'xml': ('sky-libxml.h',),
    'opencv': ('sky-dice-eye.cc', 'sky-sight-net.cc', 'sky-sight-net-private.h', 'sky-dice-pattern.cc', 'sky-dice-pattern-private.h',
               'sky-dice-pips.cc', 'sky-dice-pips-private.h', 'sky-dice-places.cc', 'sky-dice-places-private.h', 'sky-dice-pose.cc', 'sky-dice-pose-private.h',
               'sky-card-eye.cc', 'sky-card-lines.cc', 'sky-card-outline.cc', 'sky-card-outline-private.h', 'sky-sight-eye-private.h'),
    'dnnl': ('sky-sight-net.cc',),
}

# The rules are a function of a log: no files, no clock, no chance. What is due is whole cents and
# exact odds, in the audit as well.
IMPURE = re.compile(r'\b(g_get_real_time|g_get_monotonic_time|g_date_time_new_now\w*|g_random_\w+'
                    r'|g_rand_\w+|fopen|fread|g_file_\w+|getenv|g_getenv)\b')
INEXACT = re.compile(r'\b(g?double|g?float)\b')
PURE_LAYERS = ('rules',)
EXACT_LAYERS = ('base', 'rules', 'odds', 'audit', 'store')

# What reads pictures never sees the record: of the log's layer it may use what says where cameras and their
# recordings are, and nothing that has events.
BLIND_LAYERS = ('sight',)
SEEN_BY_BLIND = ('sky-archive.h', 'sky-archive-file.h', 'sky-calibration.h', 'sky-footage.h')
RECORD = re.compile(r'\b(Sky(?:Log|Event|Line|Result|Finding)\w*|sky_(?:log|event|line|audit)_\w+|recorded)\b')

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
DEPENDENCY = re.compile(r'\b(\w+)_dep\b')


def library_of(header):
    for library, pattern in HEADERS:
        if re.fullmatch(pattern, header):
            return library
    return None


def check_include(layer, owners, path, number, quote, header):
    below, libraries = LAYERS[layer]
    name = header.rsplit('/', 1)[-1]
    if quote == '"':
        owner = owners.get(name)
        if owner is not None and owner != layer and owner not in below:
            yield project.Offence(path, number,
                                  f'{layer} may not use {owner} (it includes "{header}")')
        elif layer in BLIND_LAYERS and owner == 'log' and name not in SEEN_BY_BLIND:
            yield project.Offence(path, number, f'{layer} is blind and may not see "{header}"')
    else:
        library = library_of(header)
        if library is not None and library not in libraries:
            yield project.Offence(path, number,
                                  f'{layer} may not use {library} (it includes <{header}>)')
        elif library in KEEPERS and path.name not in KEEPERS[library]:
            yield project.Offence(path, number,
                                  f'{library} is for {" and ".join(KEEPERS[library])} alone')


def check_room(root, owners, path):
    parts = path.relative_to(root / 'src').parts
    if len(parts) != 3 or parts[1] not in ROOMS:
        yield project.Offence(path, 1, 'stands in no room of the console (ROOMS of layers.py)')
        return
    room = parts[1]
    for number, line in project.lines(path):
        match = INCLUDE.match(line)
        if match and match[1] == '"':
            owner = owners.get(match[2])
            if owner is not None and owner != room and owner not in ROOMS[room]:
                yield project.Offence(path, number,
                                      f'{room} may not use {owner} (it includes "{match[2]}")')


def check_source(layer, owners, path):
    for number, line in project.lines(path):
        match = INCLUDE.match(line)
        if match:
            yield from check_include(layer, owners, path, number, *match.groups())
    for number, line in enumerate(project.code(path).splitlines(), start=1):
        if layer in PURE_LAYERS and (match := IMPURE.search(line)):
            yield project.Offence(path, number, f'{layer} is pure and may not call {match[1]}')
        if layer in BLIND_LAYERS and (match := RECORD.search(line)):
            yield project.Offence(path, number, f'{layer} is blind and may not use {match[1]}')
        if layer in EXACT_LAYERS and (match := INEXACT.search(line)):
            yield project.Offence(path, number,
                                  f'{layer} works in whole numbers and may not use {match[1]}')


def check_meson(layer, path):
    below, libraries = LAYERS[layer]
    for number, line in project.lines(path):
        for name in DEPENDENCY.findall(line.split('#')[0]):
            # A layer of several libraries names them after itself: media_writer is of media.
            if name not in libraries:
                name = name.split('_')[0]
            if name != layer and name not in below and name not in libraries:
                yield project.Offence(path, number, f'{layer} may not depend on {name}')


def offences(root):
    sources = project.files(root, '.c', '.h', '.cc', under='src')
    owners = {path.name: path.relative_to(root / 'src').parts[0]
              for path in sources if path.suffix == '.h'}
    for folder in sorted((root / 'src').iterdir()):
        if folder.is_dir() and folder.name not in LAYERS:
            yield project.Offence(folder, 1, 'this layer is not in the table of layers.py')
    for path in sources:
        layer = path.relative_to(root / 'src').parts[0]
        if layer in LAYERS:
            yield from check_source(layer, owners, path)
    rooms = {path.name: path.parent.name for path in sources
             if path.suffix == '.h' and path.is_relative_to(root / 'src' / 'console')}
    for path in project.files(root, '.c', '.h', under='src/console'):
        yield from check_room(root, rooms, path)
    for path in project.files(root, '.build', under='src'):
        layer = path.relative_to(root / 'src').parts[0]
        if layer in LAYERS:
            yield from check_meson(layer, path)


if __name__ == '__main__':
    project.run(offences)
