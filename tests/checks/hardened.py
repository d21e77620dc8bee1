#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds that the programs as they are built make an attacker's work hard.

Given the build's folder and the C compiler: every program that is installed must be
position-independent and bound before it starts, with nothing writable that need not be, neither stack
nor anything else run as code, and call the guarded functions of the C library; and every object that
goes into them must have been compiled for control-flow enforcement, where the machine is an x86. A
program compiled without any of it proves that each lack is found.
"""

import json
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

X86 = platform.machine() in ('x86_64', 'i686', 'i386')

SOFT = '''
#include <stdio.h>
#include <string.h>
int main (int argc, char **argv)
{
  char text[8];
  strcpy (text, argv[argc - 1]);
  printf ("%s\\n", text);
  return 0;
}
'''

SOFTLY = ('-O0', '-U_FORTIFY_SOURCE', '-fno-stack-protector', '-fno-pie', '-no-pie',
          '-Wl,-z,norelro', '-Wl,-z,lazy', '-Wl,-z,execstack', '-Wl,-rpath,/tmp')


def readelf(*arguments):
    return subprocess.run(['readelf', '-W', *arguments], capture_output=True, text=True,
                          check=True).stdout


def segments(program):
    """The flags of each segment by its type, as "RWE" without blanks."""
    found = {}
    for line in readelf('-l', program).splitlines():
        match = re.match(r'\s+([A-Z_]+)\s+(?:0x[0-9a-f]+\s+){5}([RWE ]{3})\s', line)
        if match:
            found.setdefault(match.group(1), []).append(match.group(2).replace(' ', ''))
    return found


def features(*files):
    """What each file says of itself to go with: a set for each."""
    notes = readelf('-n', *files)
    parts = re.split(r'^File: ', notes, flags=re.MULTILINE)[1:] if len(files) > 1 else [notes]
    assert len(parts) == len(files)
    return [{feature for line in re.findall(r'x86 feature: (.*)', part)
             for feature in re.split(r',\s*', line.split('x86 ')[0].strip(', '))}
            for part in parts]


def judge(program):
    """Each property with whether the program has it."""
    header = readelf('-h', program)
    dynamic = readelf('-d', program)
    symbols = set(re.findall(r'\bUND\s+(\w+)', readelf('--dyn-syms', program)))
    parts = segments(program)
    # A module can only be loaded anywhere, and may have nothing to do with the C library's functions.
    module = program.suffix == '.so'
    yield ('is position-independent',
           re.search(r'Type:\s+DYN', header) is not None
           and (module or re.search(r'FLAGS_1\).*\bPIE\b', dynamic) is not None))
    yield 'has what is relocated read-only', 'GNU_RELRO' in parts
    yield ('is bound before it starts',
           re.search(r'\(BIND_NOW\)|\(FLAGS\).*\bBIND_NOW\b|FLAGS_1\).*\bNOW\b', dynamic)
           is not None)
    yield 'does not run its stack', parts.get('GNU_STACK') == ['RW']
    # A program that does not say what its stack needs is given one that runs.
    mapped = parts['LOAD'] + parts.get('GNU_STACK', ['RWE'])
    yield 'has nothing to write and run', not any({'W', 'E'} <= set(flags) for flags in mapped)
    yield 'guards its stack', '__stack_chk_fail' in symbols
    yield ('calls guarded functions',
           module or any(re.fullmatch(r'__\w+_chk', symbol) for symbol in symbols))
    yield ('looks for libraries where the system does',
           re.search(r'\((RPATH|RUNPATH)\)', dynamic) is None)
    if X86:
        yield 'goes with shadow stacks', 'SHSTK' in features(program)[0]


def installed(build):
    """The programs among what is installed."""
    plan = json.loads((build / 'meson-info/intro-installed.json').read_text(encoding='utf-8'))
    for source in sorted(plan):
        path = pathlib.Path(source)
        if path.is_file() and path.open('rb').read(4) == b'\x7fELF':
            yield path


def objects(build):
    """What was compiled for them, and not for the tests; a header that is read once is no object."""
    commands = json.loads((build / 'compile_commands.json').read_text(encoding='utf-8'))
    outputs = (command['output'] for command in commands)
    return [build / output for output in outputs
            if output.startswith('src/') and output.endswith('.o') and (build / output).is_file()]


def start_file(compiler, name):
    return subprocess.run([*compiler, f'-print-file-name={name}'], capture_output=True, text=True,
                          check=True).stdout.strip()


def main(build, *compiler):
    build = pathlib.Path(build)
    results = []

    def tell(good, what):
        results.append(bool(good))
        print(f'{"ok" if good else "not ok"} {len(results)} - {what}', flush=True)

    programs = list(installed(build))
    tell('skyward-cli' in [program.name for program in programs], 'there are programs to look at')
    for program in programs:
        for what, good in judge(program):
            tell(good, f'{program.name} {what}')

    if X86:
        compiled = objects(build)
        without = [path for path, has in zip(compiled, features(*compiled))
                   if not {'IBT', 'SHSTK'} <= has]
        tell(len(compiled) > 1 and not without,
             'every object is compiled for branch tracking and shadow stacks')
        for path in without:
            print(f'# {path} is not')
        # The linker says it of a program when every part of it does, the C library's included.
        tracked = all('IBT' in features(start_file(compiler, name))[0]
                      for name in ('Scrt1.o', 'crti.o'))
        for program in programs:
            tell(('IBT' in features(program)[0]) == tracked,
                 f'{program.name} goes with branch tracking as far as the C library does')

    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'soft.c'
        program = pathlib.Path(folder) / 'soft'
        source.write_text(SOFT, encoding='utf-8')
        unprotected = ['-fcf-protection=none'] if X86 else []
        subprocess.run([*compiler, *SOFTLY, *unprotected, '-o', program, source], check=True)
        for what, good in judge(program):
            tell(not good, f'a soft program is told from one that {what}')
        if X86:
            softened = pathlib.Path(folder) / 'soft.o'
            subprocess.run([*compiler, *unprotected, '-c', '-o', softened, source], check=True)
            tell(not features(softened)[0] & {'IBT', 'SHSTK'},
                 'an object compiled without it is told from one compiled for branch tracking')

    print(f'1..{len(results)}')
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
