#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: page-in-browsers.py WRITE-PAGE-PACKAGE SKYWARD-CLI [SCREENSHOTS]

The page of an exported case in headless Chromium and Firefox: what it shows, that nothing in the
case's texts becomes more than text and no request leaves, that the clips of four cameras go along
with each other, are sought and stepped through to the very picture, and that keys, screen readers
and paper have all of it. With a folder, pictures of the page are left there.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zlib

import browsers

SECONDS = 60
FRAME = 0.04  # of the slowest camera that browsers play
CAMERA = '</script><img src=x onerror="window.owned=1">'
TITLE = '<svg onload=window.owned=2>--><!--<script>\'"&amp;<img src=http://owned.invalid/>'
NOTE = '</script></ScRiPt ><script>window.owned=3</script>\n\\u202eevil\\u202c javascript:x'

number = 0
failures = 0


def check(holds, what):
    global number, failures
    number += 1
    failures += not holds
    print(('ok' if holds else 'not ok'), number, '-', what, flush=True)


def say(text):
    print('#', text, flush=True)


# --- Pictures ------------------------------------------------------------------------------------

def read_png(data):
    """Width, height, bytes a pixel and rows of an 8-bit PNG."""
    at, packed, head = 8, b'', None
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], 'big'), data[at + 4:at + 8]
        if kind == b'IHDR':
            head = data[at + 8:at + 8 + size]
        if kind == b'IDAT':
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    width, height = int.from_bytes(head[:4], 'big'), int.from_bytes(head[4:8], 'big')
    step = {2: 3, 6: 4}[head[9]]
    raw, stride, rows = zlib.decompress(packed), width * step, []
    before = bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            left, above = (row[i - step] if i >= step else 0), before[i]
            corner = before[i - step] if i >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            else:
                base = left + above - corner
                guess = min((abs(base - left), 0, left), (abs(base - above), 1, above),
                            (abs(base - corner), 2, corner))[2]
            row[i] = (row[i] + guess) & 255
        rows.append(row)
        before = row
    return width, height, step, rows


def read_number(data, aspect=4 / 3):
    """The milliseconds that a numbered picture carries (tests/media/numbered-footage.c)."""
    width, height, step, rows = read_png(data)
    wide = min(width, height * aspect)
    high = wide / aspect
    left, top, code = (width - wide) / 2, (height - high) / 2, 0
    for bit in range(32):
        x = int(left + (bit % 8 + 0.5) * wide / 8)
        y = int(top + (bit // 8 + 0.5) * high / 4)
        code |= (rows[y][x * step] > 128) << bit
    value = code & 0xffffff
    wanted = 0x5a ^ (value & 255) ^ (value >> 8 & 255) ^ (value >> 16 & 255)
    return value if code >> 24 == wanted else None


# --- The page ------------------------------------------------------------------------------------

MEASURE = '''
const { player } = page;
const clips = player.active(), seen = new Map(), samples = [];
let over = false;
for (const clip of clips) {
  const note = (now, frame) => {
    if (over) return;
    seen.set(clip, frame.mediaTime);
    clip.video.requestVideoFrameCallback(note);
  };
  clip.video.requestVideoFrameCallback(note);
}
await player.play();
const begun = performance.now();
while (performance.now() - begun < 6000) {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  if (performance.now() - begun < 1000 || seen.size < clips.length) continue;
  const spread = (times) => Math.max(...times) - Math.min(...times);
  samples.push([spread(clips.map((clip) => clip.logTime(clip.video.currentTime) / 1e6)),
                spread(clips.map((clip) => clip.logTime(seen.get(clip)) / 1e6))]);
}
over = true;
player.pause();
const sorted = (i) => samples.map((sample) => sample[i]).sort((a, b) => a - b);
const part = (values, share) => values[Math.min(values.length - 1,
                                                Math.floor(values.length * share))];
const [clocks, pictures] = [sorted(0), sorted(1)];
return { n: clips.length, samples: samples.length,
         clocks: [part(clocks, 0.5), part(clocks, 0.95), part(clocks, 1)],
         pictures: [part(pictures, 0.5), part(pictures, 0.95), part(pictures, 1)] };
'''


def ready(browser):
    browser.wait_for('page.player.active().length === 4 && page.player.active().every((clip) => '
                     'clip.video.readyState >= 2 && !clip.video.seeking)', 'the clips are there')


def seek(browser, seconds):
    """From the beginning of the first camera's clip."""
    browser.run(f'await page.player.seek(page.player.cameras[0].clips[0].start + {seconds} * 1e6);')
    time.sleep(0.4)


def look_at_page(browser):
    shown = browser.run('''return {
        title: document.querySelector('h1').textContent,
        camera: document.querySelector('.camera .enlarge').textContent,
        quote: document.querySelector('.history blockquote').textContent,
        owned: window.owned === undefined,
        scripts: document.querySelectorAll('script').length,
        foreign: document.querySelectorAll('img[src="x"], svg[onload], [onerror], iframe').length,
        images: Array.from(document.images).every((image) => /^data:|^stills/.test(
            image.getAttribute('src'))),
        first: document.querySelector('#first').textContent,
        pictures: document.querySelectorAll('.layout .pictures img').length,
        findings: page.data.findings.length,
        cards: document.querySelectorAll('.card').length }''')
    check(shown['title'].endswith(TITLE), f'{browser.name}: the title is what it is')
    check(shown['camera'] == CAMERA, f'{browser.name}: so is the camera')
    check(shown['quote'] == NOTE, f'{browser.name}: a decision shows what would direct the text')
    check(shown['owned'] and shown['scripts'] == 2 and shown['foreign'] == 0 and shown['images'],
          f'{browser.name}: no text became more than text')
    check('Extract the whole package' in shown['first'] and 'verifies nothing' in shown['first'],
          f'{browser.name}: it says first what to do, and that it verifies nothing')
    check(shown['findings'] == shown['cards'] > 2 and shown['pictures'] >= 3 * shown['findings'],
          f'{browser.name}: each finding has its card and its layout')
    layout = browser.run('''const images = Array.from(document.querySelectorAll(
        '.finding:not([hidden]) .pictures img')).filter((image) => getComputedStyle(image).display
                                                                   !== 'none');
        await Promise.all(images.map((image) => image.decode()));
        return images.map((image) => image.naturalWidth);''')
    check(len(layout) == 2 and all(width > 0 for width in layout),
          f'{browser.name}: the layout and what lies on it are drawn')
    notice = browser.run('''return page.player.cameras[4].notice.textContent''')
    check('Motion JPEG' in notice and 'footage/CR-01-E.mkv' in notice and 'VLC' in notice,
          f'{browser.name}: a clip that it does not play is named, and what plays it')


def look_at_clips(browser):
    measured = browser.run(MEASURE)
    say(f'{browser.name}: {measured["n"]} clips at 1×, {measured["samples"]} samples; apart in ms, '
        'median, 95 %, most: clocks ' + ', '.join(f'{1000 * x:.0f}' for x in measured['clocks'])
        + '; pictures ' + ', '.join(f'{1000 * x:.0f}' for x in measured['pictures']))
    check(measured['n'] == 4 and measured['samples'] > 20 and measured['clocks'][1] <= FRAME,
          f'{browser.name}: the clocks of four clips stay within a frame of each other')
    # A picture is seen until the next one comes, and that when the browser next draws.
    drawn = 5 / max(measured['samples'], 1)
    check(measured['pictures'][0] <= FRAME + drawn,
          f'{browser.name}: so do the pictures seen, as often as it draws')
    seek(browser, 3)
    begun = browser.run('page.player.setSpeed(4); await page.player.play(); return page.player.at')
    time.sleep(1.5)
    gone = (browser.run('page.player.pause(); page.player.setSpeed(1); return page.player.at')
            - begun) / 1e6
    check(gone > 3, f'{browser.name}: four times as fast is faster ({gone:.1f} s in 1.5)')


def numbers(browser):
    """What the pictures of the first two cameras carry, in ms of their recordings."""
    for camera in (0, 1):
        browser.run(f'''page.player.cameras[{camera}].place.querySelector('video:not([hidden])')
                        .id = 'video-{camera}';''')
    return [read_number(browser.screenshot(f'#video-{camera}')) for camera in (0, 1)]


def wanted(browser):
    """The same as the log's clock has it. A recording begins with the log and has its offset."""
    return browser.run('''const first = page.data.logs[0].stretches[0];
        const at = page.player.at;
        return [0, 1].map((i) => (at - Date.parse(page.data.cameras[i].sources[0].start) * 1000) / 1000
                                 - page.data.cameras[i].clock_offset_us / 1000);''')


def look_at_pictures(browser):
    good = True
    for seconds in (1, 2.5, 7.3):
        seek(browser, seconds)
        for got, want, period in zip(numbers(browser), wanted(browser), (40, 1000 / 30)):
            if got is None or not -1.5 <= want - got < period + 1.5:
                say(f'{browser.name}: at {seconds} s {got} ms is seen for {want}')
                good = False
    check(good, f'{browser.name}: what is sought is seen, to the picture')
    seek(browser, 4)
    before = numbers(browser)[0]
    seen = []
    for direction in (1, 1, 1, -1, -1):
        browser.run(f'await page.player.step({direction});')
        time.sleep(0.2)
        seen.append(numbers(browser)[0])
    check(None not in seen and [n - before for n in seen] == [40, 80, 120, 80, 40],
          f'{browser.name}: a step is a picture ({before}: {seen})')


def look_at_keys(browser):
    def chosen():
        return browser.run('return document.querySelector("[aria-current]").id')

    browser.run('document.activeElement.blur();')
    browser.tab()
    check(browser.run('return document.activeElement.className') == 'skip',
          f'{browser.name}: the first key leads past the list')
    browser.press('n', 'KeyN', 78)
    check(chosen() == 'item-2', f'{browser.name}: N chooses the next finding')
    browser.press('p', 'KeyP', 80)
    check(chosen() == 'item-1', f'{browser.name}: P the one before')
    seek(browser, 4)
    at = browser.run('return page.player.at')
    browser.press('.', 'Period', 190)
    browser.wait_for(f'page.player.at > {at} && page.player.at < {at} + 50000', 'a picture on')
    browser.press('ArrowRight', 'ArrowRight', 39)
    browser.wait_for(f'page.player.at > {at} + 900000', 'a second on')
    browser.run('document.activeElement.blur();')
    browser.press(' ', 'Space', 32)
    browser.wait_for('page.player.playing', 'it plays')
    browser.press(' ', 'Space', 32)
    browser.wait_for('!page.player.playing', 'it pauses')
    browser.press('?', 'Slash', 191)
    check(not browser.run('return document.getElementById("keys").hidden'),
          f'{browser.name}: keys play, step, pause, and show all keys')
    browser.run('document.getElementById("item-1").focus();')
    browser.tab()
    browser.press('Enter', 'Enter', 13)
    check(chosen() == 'item-2', f'{browser.name}: Tab and Enter choose in the list')
    spoken = browser.run('return document.getElementById("said").textContent')
    check(spoken.startswith('Finding 2 of '), f'{browser.name}: and it is said aloud')
    unnamed = browser.unnamed()
    check(unnamed == [], f'{browser.name}: all that is worked with has a name {unnamed}')
    slider = browser.run('''const it = document.querySelector('[role=slider]');
                            return it.getAttribute('aria-valuetext')''')
    check(':' in slider, f'{browser.name}: the timeline says where it is ({slider})')


def look_at_paper(browser, folder):
    path = os.path.join(folder, browser.name + '.pdf')
    browser.print_pdf(path)
    text = subprocess.run(['pdftotext', '-layout', path, '-'], capture_output=True, text=True,
                          check=True).stdout
    words = ' '.join(text.split())
    headlines = browser.run('return page.data.findings.map((finding) => finding.headline)')
    missing = [line for line in headlines if ' '.join(line.split())[:40] not in words]
    check(missing == [], f'{browser.name}: on paper every finding is there {missing}')
    check(words.count('The recomputation, step by step') > 1 and 'Who decided what' in words
          and 'How to verify this package' in words and text.count('\f') > len(headlines),
          f'{browser.name}: with steps, decisions and how to verify, each on a page of its own')
    check('Pause' not in words and 'Frame' not in words, f'{browser.name}: and without buttons')


def look_at_requests(browser):
    asked = [line for line in browser.proxy.asked if 'owned' in line]
    left = [address for address in getattr(browser, 'requests', [])
            if not address.startswith(('file:', 'data:', 'about:', 'blob:'))]
    check(asked == [] and left == [], f'{browser.name}: no request leaves {asked + left}')
    faults = getattr(browser, 'faults', [])
    check(faults == [], f'{browser.name}: nothing is refused and nothing fails {faults[:3]}')
    refused = browser.run('''const made = document.createElement('script');
        made.textContent = 'window.owned = 4';
        document.body.append(made);
        const image = new Image();
        const gone = new Promise((resolve) => { image.onerror = () => resolve(true);
                                                image.onload = () => resolve(false); });
        image.src = 'http://owned.invalid/picture.png';
        return await gone && window.owned === undefined;''')
    check(refused and not any('owned' in line for line in browser.proxy.asked),
          f'{browser.name}: the policy refuses scripts and requests')


def look_alone(browser, page, folder):
    """Out of a ZIP's viewer, with nothing beside it."""
    alone = os.path.join(folder, browser.name)
    os.mkdir(alone)
    shutil.copy(page, alone)
    browser.go(address(os.path.join(alone, 'index.html')))
    browser.wait_for('!document.getElementById("missing").hidden', 'it says that files are missing')
    check(True, f'{browser.name}: without its files it says to extract the whole package')


def address(path):
    return 'file://' + urllib.parse.quote(path)


def look(kind, page, folder, pictures):
    with kind() as browser:
        browser.go(address(page))
        browser.wait_for('window.skyward', 'its script ran')
        seek(browser, 2)
        ready(browser)
        look_at_page(browser)
        look_at_clips(browser)
        look_at_pictures(browser)
        look_at_keys(browser)
        look_at_paper(browser, folder)
        look_at_requests(browser)
        look_alone(browser, page, folder)
    for dark in (False, True) if pictures else ():
        with kind(dark=dark) as browser:
            browser.go(address(page))
            seek(browser, 2)
            name = f'{browser.name}-{"dark" if dark else "light"}.png'
            with open(os.path.join(pictures, name), 'wb') as file:
                file.write(browser.screenshot())


def main():
    writer, cli = sys.argv[1:3]
    pictures = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(prefix='skyward-page-') as folder:
        package = os.path.join(folder, 'case.zip')
        extracted = os.path.join(folder, 'a case, extracted')
        subprocess.run([writer, package, str(SECONDS)], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(['unzip', '-q', package, '-d', extracted], check=True)
        verdict = subprocess.run([cli, 'verify', package], capture_output=True, text=True, check=False)
        check(verdict.returncode == 3, 'the package verifies, but for its signer')
        for kind in (browsers.Chromium, browsers.Firefox):
            try:
                look(kind, os.path.join(extracted, 'index.html'), folder, pictures)
            except (browsers.Failed, OSError, json.JSONDecodeError) as failure:
                check(False, f'{kind.name}: {failure}')
    print(f'1..{number}')
    return 1 if failures else 0


sys.exit(main())
