/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stretch's rounds, events, findings and clips along the log's clock. */
'use strict';

const LANES = { rounds: 18, results: 44, events: 49, marks: 68, cameras: 84 };
const CAMERA_LANE = 5;

/* Kinds of events that are told apart by colour; others are only there. */
const EVENT_KINDS = { result: 'result', call: 'result', reveal: 'result', expose: 'result',
                      settle: 'settle', bank_settle: 'settle', wager: 'wager',
                      wager_change: 'wager', dispute: 'alarm', ruling: 'alarm', void: 'alarm' };

class Timeline {
  constructor(place) {
    this.from = 0;
    this.until = 1;
    this.stretch = null;
    this.drawing = svgElement('svg', { 'aria-hidden': 'true', focusable: 'false' });
    this.head = svgElement('line', { class: 'head', y1: 0 });
    this.slider = element('div', { class: 'slider', role: 'slider', tabindex: 0,
                                   'aria-label': 'Time on the log’s clock' }, this.drawing);
    this.now = element('p', { class: 'now' });
    place.append(this.slider, this.now);
    this.slider.addEventListener('pointerdown', (event) => this.drag(event));
    this.slider.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.drag(event);
    });
    this.slider.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.instantAt(event.clientX));
    }, { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.slider);
    player.listeners.push(() => this.update());
  }

  load(stretch) {
    if (this.stretch === stretch) return;
    this.stretch = stretch;
    this.from = stretch.start;
    this.until = stretch.end;
    this.draw();
  }

  width() {
    return this.slider.clientWidth || 600;
  }

  x(at) {
    return (at - this.from) / (this.until - this.from) * this.width();
  }

  instantAt(clientX) {
    const box = this.slider.getBoundingClientRect();
    return this.from + (clientX - box.left) / box.width * (this.until - this.from);
  }

  drag(event) {
    if (event.button > 0 || !this.stretch) return;
    if (event.type === 'pointerdown') this.slider.setPointerCapture(event.pointerId);
    player.seek(this.instantAt(event.clientX));
  }

  /* A factor below 1 shows less. */
  zoom(factor, around = player.at) {
    const whole = this.stretch.end - this.stretch.start;
    const width = Math.max(SECOND, Math.min(whole, (this.until - this.from) * factor));
    const part = (around - this.from) / (this.until - this.from);
    this.from = Math.max(this.stretch.start, Math.min(this.stretch.end - width,
                                                      around - width * part));
    this.until = this.from + width;
    this.draw();
  }

  /* --- Drawing --------------------------------------------------------------------------------- */

  draw() {
    if (!this.stretch) return;
    const width = this.width();
    const height = LANES.cameras + Math.max(1, player.cameras.length) * CAMERA_LANE + 3;
    this.drawing.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    this.drawing.setAttribute('height', height);
    this.head.setAttribute('y2', height);
    this.drawing.replaceChildren(...this.ruler(width), ...this.rounds(), ...this.events(),
                                 ...this.marks(), ...this.clips(), this.head);
    this.update();
  }

  bar(name, start, end, y, height, ...children) {
    const left = Math.max(-2, this.x(start));
    return svgElement('rect', { class: name, x: left, y, height,
                                width: Math.max(1, Math.min(this.width() + 2, this.x(end)) - left) },
                      ...children);
  }

  sees(start, end = start) {
    return end >= this.from && start <= this.until;
  }

  ruler(width) {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
    const least = (this.until - this.from) / SECOND / width * 90;
    const step = (steps.find((seconds) => seconds >= least) || 7200) * SECOND;
    const marks = [];
    for (let at = Math.ceil(this.from / step) * step; at <= this.until; at += step) {
      const x = this.x(at);
      marks.push(svgElement('line', { class: 'tick', x1: x, x2: x, y1: 11, y2: 17 }),
                 svgElement('text', { class: 'label', x: x + 3, y: 11 },
                            clockText(at, step < SECOND ? 1 : 0)));
    }
    return marks;
  }

  rounds() {
    return this.stretch.rounds.filter((round) => this.sees(round.start, round.end))
        .flatMap((round) => {
          const left = Math.max(0, this.x(round.start));
          const room = Math.min(this.width(), this.x(round.end)) - left;
          return [this.bar('round', round.start, round.end, LANES.rounds, 15,
                           svgElement('title', {}, 'Round ' + round.round)),
                  room > 60 && svgElement('text', { class: 'label', x: left + 4,
                                                    y: LANES.rounds + 11 },
                                          'Round ' + round.round)];
        }).filter(Boolean);
  }

  events() {
    const drawn = [], labels = [];
    let free = 0;
    for (const event of this.stretch.events) {
      if (!this.sees(event.at)) continue;
      const kind = word(EVENT_KINDS, event.type);
      const x = this.x(event.at);
      const strong = kind === 'result' || kind === 'alarm';
      drawn.push(svgElement('line', { class: 'event ' + (kind === event.type ? 'other' : kind),
                                      x1: x, x2: x, y1: strong ? LANES.events - 12 : LANES.events,
                                      y2: LANES.events + 14 },
                            svgElement('title', {}, this.eventLine(event))));
      if (strong && event.words && x > free) {
        labels.push(svgElement('text', { class: 'label over', x: x + 4, y: LANES.results },
                               event.words.replace('RESULT ', '')));
        free = x + 10 + event.words.length * 6;
      }
    }
    return drawn.concat(labels);
  }

  marks() {
    const findings = this.stretch.findings.filter((finding) => this.sees(finding.instant));
    const bookmarks = this.stretch.bookmarks.filter((bookmark) => this.sees(bookmark.instant));
    return findings.map((finding) => {
      const x = this.x(finding.instant);
      const y = LANES.marks;
      return svgElement('path', { class: 'mark ' + finding.severity,
                                  d: 'M' + x + ' ' + y + 'l6 11h-12z' },
                        svgElement('title', {}, finding.number + ': ' + finding.headline));
    }).concat(bookmarks.map((bookmark) => {
      const x = this.x(bookmark.instant);
      return svgElement('rect', { class: 'mark bookmark', x: x - 4, y: LANES.marks + 2, width: 8,
                                  height: 8 },
                        svgElement('title', {}, 'Bookmark: ' + (bookmark.text || bookmark.name)));
    }));
  }

  clips() {
    return player.cameras.flatMap((camera, i) =>
      camera.clips.filter((clip) => this.sees(clip.start, clip.end))
          .map((clip) => this.bar('clip', clip.start, clip.end,
                                  LANES.cameras + i * CAMERA_LANE, CAMERA_LANE - 2,
                                  svgElement('title', {}, camera.name))));
  }

  /* --- Now ------------------------------------------------------------------------------------- */

  eventLine(event) {
    return clockText(event.at) + '  event ' + event.seq + '  ' + eventText(event);
  }

  lastEvent() {
    const events = this.stretch.events;
    let low = 0, high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (events[middle].at <= player.at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  update() {
    if (!this.stretch || player.stretch !== this.stretch) return;
    /* Keeps the playhead in sight. */
    if (player.at < this.from || player.at > this.until) {
      const width = this.until - this.from;
      this.from = Math.max(this.stretch.start, Math.min(this.stretch.end - width,
                                                        player.at - width / 10));
      this.until = this.from + width;
      this.draw();
      return;
    }
    const x = this.x(player.at);
    this.head.setAttribute('x1', x);
    this.head.setAttribute('x2', x);
    const event = this.stretch.events[this.lastEvent()];
    const round = this.stretch.rounds.find((one) => one.start <= player.at && player.at <= one.end);
    const text = (round ? 'Round ' + round.round + ' · ' : '')
                 + (event ? 'event ' + event.seq + ' · ' + eventText(event) : 'before the first event');
    this.now.textContent = shown(text);
    this.slider.setAttribute('aria-valuemin', 0);
    this.slider.setAttribute('aria-valuemax', Math.round((this.stretch.end - this.stretch.start)
                                                         / SECOND));
    this.slider.setAttribute('aria-valuenow', Math.round((player.at - this.stretch.start)
                                                         / SECOND));
    if (!player.playing)
      this.slider.setAttribute('aria-valuetext', shown(clockText(player.at) + ', ' + text));
  }

  goToEvent(direction) {
    const events = this.stretch.events;
    let i = this.lastEvent();
    if (direction > 0) {
      i++;
    } else {
      /* From the event of now to the one before it. */
      while (i >= 0 && events[i].at >= player.at - 1000) i--;
    }
    if (i >= 0 && i < events.length) this.goTo(events[i].at, eventText(events[i]));
  }

  goToRound(direction) {
    const rounds = this.stretch.rounds;
    const found = direction > 0 ? rounds.find((round) => round.start > player.at + 1000)
                                : rounds.filter((round) => round.start < player.at - 1000).pop();
    if (found) this.goTo(found.start, 'Round ' + found.round);
  }

  goTo(at, text) {
    player.seek(at).then(() => say(text + ', ' + clockText(player.at)));
  }
}
