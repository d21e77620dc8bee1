/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case on the page: the list of findings, the card of each, and what is in the package besides.
 * All findings are on the page at once, and all but the chosen one hidden: paper has them all. */
'use strict';

let timeline = null;
let chosen = null;

/* --- The data, made ready ---------------------------------------------------------------------- */

function prepareLog(log) {
  const events = (log.events || []).map((event) => ({ ...event, at: parseInstant(event.at) }));
  const rounds = [];
  for (const event of events) {
    if (event.type === 'round_start')
      rounds.push({ round: event.round, start: event.at, end: event.at });
    else if (event.type === 'round_end' && !rounds.some((round) => round.round === event.round))
      rounds.push({ round: event.round, start: -Infinity, end: event.at });
    const last = rounds[rounds.length - 1];
    if (last && event.type === 'round_end') last.end = event.at;
  }
  /* A round that the stretch cuts off goes on to its end. */
  for (const round of rounds) if (round.end === round.start) round.end = Infinity;
  log.stretches = log.stretches.map((stretch) => {
    const start = parseInstant(stretch.start), end = parseInstant(stretch.end);
    const within = (at) => start <= at && at <= end;
    return { log, start, end,
             events: events.filter((event) => within(event.at)),
             rounds: rounds.filter((round) => round.start <= end && round.end >= start
                                              && (within(round.start) || within(round.end)))
                           .map((round) => ({ ...round, start: Math.max(round.start, start),
                                              end: Math.min(round.end, end) })),
             bookmarks: log.bookmarks.map((bookmark) => ({ ...bookmark,
                                                           instant: parseInstant(bookmark.at) }))
                                     .filter((bookmark) => within(bookmark.instant)),
             findings: [] };
  });
  log.instants = new Map(events.map((event) => [event.seq, event.at]));
}

function prepare() {
  DATA.logs.forEach(prepareLog);
  DATA.findings.forEach((finding, i) => {
    finding.number = i + 1;
    finding.owner = DATA.logs[finding.log];
    finding.instant = parseInstant(finding.at);
    finding.stretch = finding.instant === null ? null
        : finding.owner.stretches.find((stretch) => stretch.start <= finding.instant
                                                    && finding.instant <= stretch.end);
    if (finding.stretch) finding.stretch.findings.push(finding);
  });
}

/* --- Parts ------------------------------------------------------------------------------------- */

function facts(...pairs) {
  return element('dl', { class: 'facts' },
                 pairs.filter((pair) => pair[1] !== undefined && pair[1] !== null && pair[1] !== '')
                     .map(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

function table(caption, heads, rows) {
  return element('table', {}, element('caption', {}, caption),
                 element('thead', {}, element('tr', {}, heads.map(
                     (head) => element('th', { scope: 'col' }, head)))),
                 element('tbody', {}, rows));
}

/* A button that goes to an event of the finding's log, where the stretch has it. */
function eventButton(log, seq) {
  const at = log.instants.get(seq);
  if (at === undefined) return String(seq);
  return element('button', { type: 'button', class: 'link',
                             title: 'Go to ' + clockText(at), 'aria-label': 'Event ' + seq
                             + ', go to ' + clockText(at),
                             click: () => goTo(log, at) }, seq);
}

function goTo(log, at) {
  const stretch = log.stretches.find((one) => one.start <= at && at <= one.end);
  if (!stretch) return;
  load(stretch);
  player.seek(at).then(() => say(clockText(player.at)));
}

function citation(part) {
  const summary = part.section && Object.hasOwn(DATA.sections, part.section)
      ? DATA.sections[part.section] : null;
  return part.cite ? element('span', { class: 'cite', title: summary }, part.cite) : null;
}

/* For a light and for a dark page, which differ in some colours; the style shows one of them, and on
 * paper the light one. */
function pictures(light, name) {
  const address = (svg) => 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  const dark = light.replace(/rgb\([^)]*\)/g, (colour) => DATA.dark_colours[colour] || colour);
  if (dark === light) return [element('img', { alt: name, src: address(light) })];
  return [element('img', { class: 'light', alt: name, src: address(light) }),
          element('img', { class: 'dark', alt: name, src: address(dark) })];
}

/* --- A finding --------------------------------------------------------------------------------- */

function amounts(finding) {
  if (!finding.difference) return null;
  const cell = (name, value, sum) => element('div', { class: 'amount' },
                                             element('span', { class: 'name' }, name),
                                             element('span', { class: 'value' }, value || '—'),
                                             sum && element('span', { class: 'sum' }, sum));
  return element('div', { class: 'amounts' },
                 finding.adds_up && cell('Table did', finding.did, finding.did_sum),
                 finding.adds_up && cell('Rules give', finding.due, finding.due_sum),
                 cell('Difference', finding.difference, finding.difference.startsWith('-')
                      || finding.difference.startsWith('−') ? 'the patron is short'
                                                            : 'the patron was overpaid'));
}

function placeText(finding) {
  return [finding.owner.table, finding.round ? 'round ' + finding.round : null,
          finding.seat ? 'seat ' + finding.seat : null,
          finding.instant !== null ? clockText(finding.instant, 0) + ' UTC' : null]
      .filter(Boolean).join(' · ');
}

function card(finding) {
  const summary = finding.section && Object.hasOwn(DATA.sections, finding.section)
      ? DATA.sections[finding.section] : null;
  const local = finding.instant !== null && finding.owner.zone
      ? localText(finding.instant, finding.owner.zone) : '';
  return element('div', { class: 'card' },
    element('p', { class: 'kicker' }, element('span', { class: 'dim' },
                                              'Finding ' + finding.number + ' · '),
            element('strong', {}, finding.title), ' ',
            element('span', { class: 'chip ' + finding.severity },
                    word(SEVERITIES, finding.severity)), ' ',
            finding.unsure && element('span', { class: 'chip' }, 'unsure'), ' ',
            element('span', { class: 'chip state' }, stateText(finding))),
    element('h2', { id: 'headline-' + finding.number, tabindex: -1 }, finding.headline),
    amounts(finding),
    element('p', { class: 'place' }, placeText(finding), local && ' (' + local + ')'),
    finding.explanation && element('p', {}, finding.explanation),
    finding.summary && element('p', { class: 'dim' }, finding.summary),
    finding.owner.left_out && element('p', { class: 'dim' }, finding.owner.left_out),
    finding.unsure && element('p', {}, 'Whoever recorded it could not see it for certain.'),
    facts(['Section', citation(finding)], ['In plain words', summary],
          ['Reading', finding.reading ? 'R' + finding.reading : null],
          ['Wager', [finding.wager_name, finding.wager].filter(Boolean).join(', ')],
          ['Recorded', finding.recorded], ['Recomputed', finding.recomputed],
          ['Check', finding.check],
          ['Event', element('span', {}, eventButton(finding.owner, finding.seq),
                            finding.at ? ' at ' + instantText(finding.at) : '')]),
    history(finding));
}

function history(finding) {
  const title = element('h3', {}, 'Who decided what, and when');
  if (finding.history.length === 0)
    return element('section', {}, title, element('p', {}, 'Nobody has decided on it.'));
  return element('section', {}, title, element('ol', { class: 'history' },
    finding.history.map((entry) => element('li', {},
      element('p', {}, element('strong', {}, word(ACTIONS, entry.action)), ' by ' + entry.name
              + ' (' + entry.credential + ')'),
      entry.text && element('blockquote', {}, entry.text),
      element('p', { class: 'dim' }, instantText(entry.at) + ' · entry ' + entry.entry
              + ' of the ledger')))));
}

function layout(finding) {
  if (!finding.layout || !finding.owner.bare_table) return null;
  const wagers = finding.layout.wagers;
  const name = 'The layout after event ' + finding.seq + ', with ' + plural(wagers.length, 'wager',
                                                                            'wagers') + '.';
  return element('figure', { class: 'layout' },
    element('div', { class: 'pictures' },
            element('div', {}, pictures(finding.owner.bare_table, '')),
            element('div', {}, pictures(finding.layout.svg, name))),
    element('figcaption', {}, 'The layout as the log has it, after event ' + finding.seq + '.'),
    wagers.length > 0 && element('details', {}, element('summary', {}, 'What lay on it: '
                                                        + plural(wagers.length, 'wager', 'wagers')),
      table('Wagers on the layout after event ' + finding.seq, ['Seat', 'Player', 'Wager', 'Amount'],
            wagers.map((wager) => element('tr', { class: wager.id === finding.wager ? 'own' : null },
                                          element('td', {}, wager.seat || '—'),
                                          element('td', {}, wager.player || '—'),
                                          element('td', {}, wager.name),
                                          element('td', { class: 'number' }, wager.amount))))));
}

/* What the sections say that the steps cite; on paper too. */
function sections(finding) {
  const cited = new Map(finding.steps.filter((step) => step.section
                                             && Object.hasOwn(DATA.sections, step.section))
                            .map((step) => [step.cite, DATA.sections[step.section]]));
  return cited.size > 0 && element('details', { class: 'sections' },
    element('summary', {}, 'What these sections say, in plain words'), facts(...cited));
}

function steps(finding) {
  if (finding.steps.length === 0) return null;
  return element('section', { class: 'steps' },
    table('The recomputation, step by step', ['Event', 'Wager', 'Step', 'Section'],
          finding.steps.map((step) => element('tr', {},
            element('td', { class: 'number' }, eventButton(finding.owner, step.seq)),
            element('td', {}, step.wager || ''), element('td', {}, step.text || ''),
            element('td', {}, citation(step))))),
    sections(finding),
    finding.steps_left_out && element('p', { class: 'dim' }, finding.steps_left_out
      + ' further steps are not shown; the log’s lines in the package have all of them.'));
}

function article(finding) {
  return element('article', { id: 'finding-' + finding.number, class: 'finding', hidden: true,
                              'aria-labelledby': 'headline-' + finding.number },
                 card(finding), element('div', { class: 'proof' }, layout(finding), steps(finding)));
}

/* --- The list ---------------------------------------------------------------------------------- */

function listItem(finding) {
  return element('li', {}, element('button', { type: 'button', id: 'item-' + finding.number,
                                               click: () => choose(finding) },
    element('span', { class: 'top' }, element('span', { class: 'dot ' + finding.severity,
                                                        title: word(SEVERITIES, finding.severity) }),
            element('strong', {}, finding.title),
            element('span', { class: 'difference' }, finding.difference || '')),
    element('span', { class: 'headline' }, finding.headline),
    element('span', { class: 'dim' }, placeText(finding) + ' · ' + stateText(finding)
            + (finding.unsure ? ' · unsure' : ''))));
}

function load(stretch) {
  const hidden = !stretch;
  byId('viewer').hidden = hidden;
  if (hidden) return player.pause();
  player.load(stretch);
  timeline.load(stretch);
}

function choose(finding, quiet) {
  if (chosen) {
    byId('finding-' + chosen.number).hidden = true;
    byId('item-' + chosen.number).removeAttribute('aria-current');
  }
  chosen = finding;
  byId('finding-' + finding.number).hidden = false;
  byId('item-' + finding.number).setAttribute('aria-current', 'true');
  byId('item-' + finding.number).scrollIntoView({ block: 'nearest' });
  load(finding.stretch);
  if (finding.stretch) player.seek(finding.instant);
  if (!quiet) say('Finding ' + finding.number + ' of ' + DATA.findings.length + ': '
                  + finding.headline);
}

function chooseNext(direction) {
  const next = DATA.findings[(chosen ? chosen.number - 1 : -1) + direction];
  if (next) choose(next);
}

/* --- Playback ---------------------------------------------------------------------------------- */

const COMMANDS = [
  ['play', 'Play', 'Space', 'Play or pause', () => player.toggle()],
  ['back', '‹ Frame', ',', 'One frame back', () => player.step(-1)],
  ['forward', 'Frame ›', '.', 'One frame on', () => player.step(1)],
  ['event-back', '‹ Event', '<', 'Previous event', () => timeline.goToEvent(-1)],
  ['event-forward', 'Event ›', '>', 'Next event', () => timeline.goToEvent(1)],
  ['round-back', '‹ Round', '[', 'Previous round', () => timeline.goToRound(-1)],
  ['round-forward', 'Round ›', ']', 'Next round', () => timeline.goToRound(1)],
  ['finding', 'To the finding', 'F', 'Back to the finding’s instant', () => {
    if (chosen && chosen.stretch) {
      load(chosen.stretch);
      player.seek(chosen.instant);
    }
  }],
];

const OTHER_KEYS = [
  ['N', 'Next finding', () => chooseNext(1)],
  ['P', 'Previous finding', () => chooseNext(-1)],
  ['ArrowRight', 'One second on', () => player.seek(player.at + SECOND)],
  ['ArrowLeft', 'One second back', () => player.seek(player.at - SECOND)],
  ['Home', 'To the beginning of the stretch', () => player.seek(player.stretch.start)],
  ['End', 'To its end', () => player.seek(player.stretch.end)],
  ['K', 'Pause', () => player.pause()],
  ['L', 'Play faster', () => player.changeSpeed(1)],
  ['J', 'Play slower', () => player.changeSpeed(-1)],
  ['+', 'Timeline: show less', () => timeline.zoom(0.5)],
  ['-', 'Timeline: show more', () => timeline.zoom(2)],
  ['0', 'All cameras alike', () => player.enlarge(0)],
  ['?', 'These keys', () => toggle('keys')],
];

const KEY_NAMES = { ArrowRight: '→', ArrowLeft: '←' };

function makeTransport() {
  const clock = element('output', { id: 'clock', 'aria-label': 'Time on the log’s clock' });
  const speed = element('select', { id: 'speed', 'aria-label': 'Speed',
                                    change: (event) => player.setSpeed(Number(event.target.value)) },
                        SPEEDS.map((one) => element('option', { value: one,
                                                                selected: one === 1 }, one + '×')));
  byId('transport').append(
    ...COMMANDS.map(([id, name, key, meaning, run]) =>
      element('button', { type: 'button', id: 'do-' + id, title: meaning + ' (' + key + ')',
                          'aria-keyshortcuts': key, 'aria-label': meaning, click: run }, name)),
    speed, clock);
  player.listeners.push(() => {
    const zone = player.stretch && player.stretch.log.zone;
    const local = zone ? localText(player.at, zone) : '';
    byId('do-play').textContent = player.playing ? 'Pause' : 'Play';
    byId('do-play').setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
    clock.textContent = clockText(player.at) + ' UTC' + (local && !player.playing
                                                         ? ' · ' + shown(local) : '');
    speed.value = String(player.speed);
  });
}

function isTyping(target) {
  return target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const key = event.key;
  /* A button is pressed by its own keys. */
  if ((key === ' ' || key === 'Enter') && event.target.closest('button, summary, a')) return;
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const command = COMMANDS.find((one) => one[2] === name) || null;
  const other = OTHER_KEYS.find((one) => one[0] === (key === '=' ? '+' : name));
  let run = command ? command[4] : other ? other[2] : null;
  if (!run && /^[1-9]$/.test(key)) run = () => player.enlarge(Number(key));
  /* Elsewhere they go through the page. */
  if (/^(Home|End)$/.test(key) && !event.target.closest('#viewer')) return;
  if (!run || (!player.stretch && !['N', 'P', '?'].includes(name))) return;
  event.preventDefault();
  run();
}

/* --- What is above and below ------------------------------------------------------------------- */

function toggle(id) {
  const button = byId(id + '-button');
  byId(id).hidden = !byId(id).hidden;
  button.setAttribute('aria-expanded', String(!byId(id).hidden));
  if (!byId(id).hidden) byId(id).scrollIntoView({ block: 'nearest' });
}

function keysPanel() {
  const rows = COMMANDS.map((one) => [one[2], one[3]])
      .concat(OTHER_KEYS.map((one) => [one[0], one[1]]), [['1 … 9', 'Enlarge a camera']]);
  return [element('h2', {}, 'Keys'), element('dl', { class: 'keys' }, rows.map(([key, meaning]) =>
    element('div', {}, element('dt', {}, element('kbd', {}, word(KEY_NAMES, key))),
            element('dd', {}, meaning))))];
}

function person(name, credential) {
  return name + ' (' + credential + ')';
}

function aboutPanel() {
  const info = DATA.case;
  return [element('h2', {}, 'About this package'),
    facts(['Case', info.number + ': ' + info.title], ['Type', info.type],
          ['People', info.people && info.people.join('; ')], ['Disposition', info.disposition],
          ['Property', info.property],
          ['Opened by', person(info.opened_by, info.opened_by_credential)],
          ['Opened at', instantText(info.opened_at)],
          ['Exported by', person(info.exported_by, info.exported_by_credential)],
          ['Exported at', instantText(info.exported_at)],
          ['Signed with the certificate (SHA-256)', element('code', {}, info.certificate)],
          ['Made by', 'Skyward ' + DATA.skyward])];
}

function notes() {
  return DATA.notes.length > 0 && element('section', { class: 'part' }, element('h2', {}, 'Notes'),
    element('ol', { class: 'history' }, DATA.notes.map((note) => element('li', {},
      element('p', {}, element('strong', {}, word(NOTES, note.kind)), ' by '
              + person(note.name, note.credential)),
      note.text && element('blockquote', {}, note.text),
      element('p', { class: 'dim' }, instantText(note.at))))));
}

function still(entry) {
  const image = element('img', { src: entry.file, loading: 'lazy',
                                 alt: entry.camera ? 'Still of camera ' + entry.camera + ' at '
                                                     + instantText(entry.at)
                                                   : 'Still ' + entry.file,
                                 error: () => { byId('missing').hidden = false; } });
  return element('figure', { class: 'still' },
                 element('a', { href: entry.file }, image),
                 element('figcaption', {},
                   entry.camera ? element('strong', {}, 'Camera ' + entry.camera)
                                : element('strong', {}, 'Added when the case was exported'),
                   entry.at && element('p', {}, instantText(entry.at)),
                   entry.text && element('blockquote', {}, entry.text),
                   entry.name && element('p', { class: 'dim' }, 'Put into the case by '
                                         + person(entry.name, entry.credential)),
                   element('p', { class: 'dim' }, entry.file)));
}

function stills() {
  const all = DATA.stills.concat(DATA.added_stills);
  return all.length > 0 && element('section', { class: 'part' }, element('h2', {}, 'Stills'),
                                   element('div', { class: 'stills' }, all.map(still)));
}

function recordings() {
  const rows = DATA.cameras.flatMap((camera) => camera.sources.map((source) => element('tr', {},
    element('td', {}, camera.camera), element('td', {}, source.included ? source.original
                                                                        : source.file || ''),
    element('td', {}, instantText(source.start)),
    element('td', { class: 'number' }, source.left_out ? 'left out: ' + source.left_out
                                       : source.included ? source.size : 'left out'),
    element('td', { class: 'digest' }, source.sha256 || ''))));
  const clips = DATA.cameras.flatMap((camera) => camera.clips.map((clip) => element('tr', {},
    element('td', {}, camera.camera), element('td', {}, element('a', { href: clip.file }, clip.file)),
    element('td', {}, clip.codec || '—'), element('td', {}, instantText(clip.clip.start)),
    element('td', {}, instantText(clip.clip.end)))));
  return element('section', { class: 'part' }, element('h2', {}, 'Recordings'),
    rows.length === 0 ? element('p', {}, 'No camera recorded what happened.')
      : [element('div', { class: 'wide' }, table('Recordings, times on the camera’s clock',
             ['Camera', 'Recording', 'From', 'Bytes', 'SHA-256'], rows)),
         element('div', { class: 'wide' }, table('Clips, times on the log’s clock',
             ['Camera', 'Clip', 'Codec', 'From', 'To'], clips))]);
}

function logs() {
  return element('section', { class: 'part' }, element('h2', {}, 'Logs'), DATA.logs.map((log) =>
    [element('h3', {}, 'Table ' + log.table),
     facts(['Property', log.property], ['Game', word(GAMES, log.game)], ['Gaming day', log.day],
           ['Lines in the package', log.lines + ' of ' + log.of_lines],
           ['Left out', log.left_out],
           ['File', element('code', {}, 'log/' + log.member)],
           ['SHA-256 of the whole log', element('code', {}, log.sha256)],
           ['Its Merkle root', element('code', {}, log.root)],
           ...log.bookmarks.map((bookmark) => ['Bookmark', instantText(bookmark.at) + ', '
                                               + bookmark.name + (bookmark.text
                                                                  ? ': ' + bookmark.text : '')]))]));
}

function verifying() {
  return element('section', { class: 'part', id: 'verify' },
    element('h2', {}, 'How to verify this package'),
    element('p', {}, 'This page is part of what was signed, and verifies nothing itself. Whoever '
            + 'changes the package can change this page too. Check the ZIP file as you received it:'),
    element('pre', {}, 'skyward-cli verify PACKAGE.zip --trust=CERTIFICATE.pem'),
    element('p', {}, 'Without Skyward, in the extracted folder:'),
    element('pre', {}, 'sha256sum --strict -c SHA256SUMS\n'
            + 'openssl cms -verify -binary -inform DER -in SHA256SUMS.p7s \\\n'
            + '  -content SHA256SUMS -CAfile CERTIFICATE.pem -out /dev/null'),
    element('p', {}, 'The signature proves that whoever holds the key of the certificate signed '
            + 'exactly these files. Compare the certificate’s digest with the one that the signer '
            + 'tells you. It proves nothing about what happened before the signing: neither that '
            + 'the table’s system recorded what was played, nor that a camera’s clock was right.'),
    element('p', {}, 'Wagers were worked out again from 58 Pa. Code; the regulation’s own text '
            + 'decides. All instants are UTC.'));
}

/* --- Beginning --------------------------------------------------------------------------------- */

async function print() {
  await Promise.all(Array.from(document.images, (image) => {
    image.loading = 'eager';
    return image.decode().catch(() => {});
  }));
  window.print();
}

/* Looks whether what should lie beside the page does. */
function probe() {
  const missing = () => { byId('missing').hidden = false; };
  const clip = DATA.cameras.flatMap((camera) => camera.clips)
      .find((entry) => KINDS[entry.codec]);
  const first = DATA.stills[0] || DATA.added_stills[0];
  if (first) {
    element('img', { error: missing, src: first.file });
  } else if (clip) {
    const video = element('video', { error: missing, preload: 'metadata' });
    if (video.canPlayType(KINDS[clip.codec]) !== '') video.src = clip.file;
  }
}

function begin() {
  const info = DATA.case;
  const tables = [...new Set(DATA.logs.map((log) => 'table ' + log.table + ', '
                                           + word(GAMES, log.game) + ', ' + log.day))];
  prepare();
  document.title = shown('Case ' + info.number + ': ' + info.title);
  byId('title').textContent = document.title;
  byId('place').textContent = shown([info.property, ...tables].join(' · '));
  byId('about').append(...aboutPanel());
  byId('keys').append(...keysPanel());
  for (const id of ['about', 'keys']) byId(id + '-button').addEventListener('click', () => toggle(id));
  byId('print-button').addEventListener('click', print);
  byId('list').append(element('h2', {}, plural(DATA.findings.length, 'finding', 'findings')),
                      element('ol', {}, DATA.findings.map(listItem)));
  byId('findings').append(...DATA.findings.map(article));
  byId('rest').append(...[notes(), stills(), recordings(), logs(), verifying()].filter(Boolean));
  timeline = new Timeline(byId('timeline'));
  makeTransport();
  document.addEventListener('keydown', press);
  probe();
  window.addEventListener('beforeprint', () => {
    for (const part of document.querySelectorAll('.sections')) part.open = true;
  });
  /* For the browser's own console, and for tests. */
  window.skyward = { data: DATA, player, timeline, choose };
  if (DATA.findings.length > 0) choose(DATA.findings[0], true);
  else load((DATA.logs.find((log) => log.stretches.length > 0) || { stretches: [] }).stretches[0]);
}

begin();
