/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clips of all cameras of a stretch, side by side on the log's clock. The clock is the page's
 * own; each video is led after it by its speed, and jumps only when it is far off. */
'use strict';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8];

/* Seconds that a video may be off before it is led, and before it jumps. */
const NEAR = 0.006;
const FAR = 0.4;

/* A picture is sought a little behind its beginning, as browsers round times. */
const INTO = 0.001;

/* So much earlier than told a picture may begin: containers round. */
const EARLY = 0.0015;

/* So long is a video waited for, in milliseconds. */
const PATIENCE = 3000;

const KINDS = { 'H.264': 'video/mp4; codecs="avc1.640028"',
                'H.265': 'video/mp4; codecs="hvc1.1.6.L120.90"',
                'AV1': 'video/mp4; codecs="av01.0.08M.08"',
                'VP9': 'video/mp4; codecs="vp09.00.40.08"',
                'VP8': 'video/webm; codecs="vp8"' };

/* When each picture of a clip is shown, in seconds of media time. */
function pictureTimes(entry) {
  const times = [0];
  if (entry.gaps_us)
    for (const gap of entry.gaps_us) times.push(times[times.length - 1] + gap / SECOND);
  else
    for (let i = 1; i < entry.pictures; i++)
      times.push(entry.last_us / SECOND * i / (entry.pictures - 1));
  return times;
}

/* A clip and the element that plays it. */
class Clip {
  constructor(camera, entry, drift) {
    this.camera = camera;
    this.file = entry.file;
    this.codec = entry.codec;
    this.start = parseInstant(entry.clip.start);
    this.end = parseInstant(entry.clip.end);
    this.speed = 1 + (drift || 0) * 1e-9; /* of the log's clock by the camera's */
    this.times = pictureTimes(entry);
    this.period = (this.end - this.start) / SECOND / this.times.length;
    this.picture = null; /* the media time of the picture that is seen, in seconds */
    this.fault = null;
    this.off = 0; /* seconds that the video is ahead of the clock, as it was of late */
    this.video = null;
  }

  mediaTime(at) {
    return (at - this.start) / SECOND / this.speed;
  }

  logTime(media) {
    return this.start + media * SECOND * this.speed;
  }

  covers(at) {
    return this.start <= at && at < this.end;
  }

  /* The video is made when it is first wanted. */
  open(screen) {
    if (this.video) return;
    this.video = element('video', { muted: true, playsinline: true, preload: 'auto', tabindex: -1,
                                    'aria-hidden': 'true', hidden: true });
    this.video.muted = true;
    this.video.disablePictureInPicture = true;
    this.video.addEventListener('error', () => this.fail());
    this.video.addEventListener('loadedmetadata', () => {
      if (this.video.videoWidth === 0) this.fail();
    });
    this.watch();
    this.video.src = this.file;
    screen.prepend(this.video);
  }

  fail() {
    const kind = KINDS[this.codec];
    const known = kind && this.video.canPlayType(kind) !== '';
    this.fault = known
        ? this.file + ' is not beside this page, or is damaged. Extract the whole package.'
        : 'This browser does not play ' + (this.codec || 'this kind of recording') + '. Open '
          + this.file + ' in VLC or mpv.';
    if (known) byId('missing').hidden = false;
    player.show();
  }

  /* Notes which picture is seen, where the browser tells. */
  watch() {
    if (!this.video.requestVideoFrameCallback) return;
    const note = (now, frame) => {
      this.picture = frame.mediaTime;
      if (!player.playing) this.camera.showTime();
      if (this.noted) this.noted();
      this.video.requestVideoFrameCallback(note);
    };
    this.video.requestVideoFrameCallback(note);
  }

  /* Goes to a media time. Resolves when its picture is there, or when none comes. */
  seek(media) {
    const video = this.video;
    this.off = 0;
    const last = Number.isFinite(video.duration) ? Math.max(0, video.duration - this.period / 2)
                                                 : Infinity;
    return new Promise((resolve) => {
      const timer = setTimeout(done, PATIENCE);
      const self = this;
      const told = Boolean(video.requestVideoFrameCallback);
      let sought = false;
      let soon = 0;
      function done() {
        clearTimeout(timer);
        clearTimeout(soon);
        video.removeEventListener('seeked', there);
        video.removeEventListener('error', done);
        self.noted = null;
        resolve();
      }
      function isSeen() {
        return self.picture !== null
               && self.pictureAt(self.picture) === self.pictureAt(media);
      }
      /* A browser says nothing of a picture that is seen already. */
      function there() {
        sought = true;
        if (!told) done();
        else soon = setTimeout(done, isSeen() ? 60 : 700);
      }
      this.noted = () => {
        if (sought && isSeen()) done();
      };
      video.addEventListener('seeked', there);
      video.addEventListener('error', done);
      video.currentTime = Math.min(Math.max(media, 0) + INTO, last);
    });
  }

  /* Which picture is seen at a media time. */
  pictureAt(media) {
    let low = 0, high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= media + EARLY) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  /* The media time of the picture that is seen: some browsers say where they went to instead. */
  seenTime() {
    return this.times[this.pictureAt(this.picture !== null ? this.picture
                                                           : this.video.currentTime)];
  }

  /* Leads a video that plays to where the clock is. */
  lead(at, speed) {
    const now = this.video.currentTime - this.mediaTime(at);
    if (Math.abs(now) > FAR * Math.max(1, speed)) {
      if (!this.video.seeking) this.video.currentTime = this.mediaTime(at) + INTO;
      this.off = 0;
      return;
    }
    /* Browsers tell a video's time by and by: what they told last is not all. */
    this.off += (now - this.off) / 6;
    const wanted = Math.abs(this.off) < NEAR
        ? speed : speed * (1 - Math.max(-0.25, Math.min(0.25, this.off * 1.5)));
    if (Math.abs(this.video.playbackRate - wanted) > 0.004) this.video.playbackRate = wanted;
  }
}

/* A camera's place on the page, and its clips of the stretch. */
class Camera {
  constructor(entry, number) {
    this.name = entry.camera;
    this.number = number;
    this.clips = entry.clips.map((clip) => new Clip(this, clip, entry.clock_drift_ppb));
    this.noClip = entry.no_clip;
    this.notice = element('p', { class: 'notice', hidden: true });
    this.time = element('span', { class: 'time' });
    this.screen = element('div', { class: 'screen' }, this.notice);
    this.button = element('button', { type: 'button', class: 'enlarge', 'aria-pressed': 'false',
                                      title: 'Enlarge (' + number + ')',
                                      click: () => player.enlarge(number) },
                          this.name);
    this.place = element('figure', { class: 'camera' }, this.screen,
                         element('figcaption', {}, this.button,
                                 element('span', { class: 'dim' }, this.kindText()), this.time));
  }

  kindText() {
    const clip = this.clips[0];
    return clip && clip.codec ? clip.codec : '';
  }

  /* The time of the picture that is seen. */
  showTime() {
    const now = this.clipAt(player.at);
    this.time.textContent = now && now.video && now.picture !== null && !now.fault
        ? clockText(now.logTime(now.seenTime())) : '';
  }

  clipAt(at) {
    return this.clips.find((clip) => clip.covers(at));
  }
}

class Player {
  constructor() {
    this.at = 0;
    this.stretch = null;
    this.cameras = [];
    this.speed = 1;
    this.playing = false;
    this.shown = 0; /* when the page's words were last renewed */
    this.turn = 0; /* of seeks: an older one changes nothing any more */
    this.listeners = [];
    this.large = 0;
  }

  /* Shows the stretch with its cameras. */
  load(stretch) {
    if (this.stretch === stretch) return;
    this.pause();
    for (const camera of this.cameras)
      for (const clip of camera.clips)
        if (clip.video) {
          clip.video.removeAttribute('src');
          clip.video.load();
        }
    this.stretch = stretch;
    this.large = 0;
    const mine = DATA.cameras.filter((camera) => camera.log === stretch.log.member);
    const within = (clip) => parseInstant(clip.clip.start) < stretch.end
                             && parseInstant(clip.clip.end) > stretch.start;
    this.cameras = mine.map((camera) => ({ ...camera, clips: camera.clips.filter(within) }))
                       .filter((camera) => camera.clips.length > 0 || camera.no_clip)
                       .map((camera, i) => new Camera(camera, i + 1));
    byId('cameras').replaceChildren(...this.cameras.map((camera) => camera.place));
    byId('cameras').dataset.n = String(Math.min(this.cameras.length, 9));
    if (this.cameras.length === 0)
      byId('cameras').append(element('p', { class: 'none' },
                                     'The package has no clips of this stretch.'));
    this.at = stretch.start;
  }

  active() {
    return this.cameras.map((camera) => camera.clipAt(this.at))
                       .filter((clip) => clip && clip.video && !clip.fault);
  }

  /* The camera whose pictures are stepped through. */
  leader() {
    const large = this.cameras[this.large - 1];
    const clip = large && large.clipAt(this.at);
    return clip && clip.video && !clip.fault ? clip : this.active()[0];
  }

  /* Shows of each camera the clip of now, or why there is none. */
  show() {
    for (const camera of this.cameras) {
      const now = camera.clipAt(this.at);
      for (const clip of camera.clips) {
        if (clip === now) clip.open(camera.screen);
        if (!clip.video) continue;
        if (clip !== now && !clip.video.paused) clip.video.pause();
        clip.video.hidden = clip !== now || clip.fault !== null;
      }
      const fault = now ? now.fault
                        : camera.clips.length === 0 && camera.noClip ? camera.noClip
                                                                     : 'No picture at this time.';
      camera.notice.hidden = !fault;
      camera.notice.textContent = shown(fault || '');
      camera.showTime();
    }
    for (const listener of this.listeners) listener();
  }

  clamp(at) {
    return Math.max(this.stretch.start, Math.min(this.stretch.end, at));
  }

  /* Goes to an instant. Resolves when all pictures are there. */
  async seek(at) {
    const turn = ++this.turn;
    const goOn = this.playing;
    if (!this.stretch) return;
    if (goOn) this.pause();
    this.at = this.clamp(at);
    this.show();
    await Promise.all(this.active().map((clip) => clip.seek(clip.mediaTime(this.at))));
    if (turn !== this.turn) return;
    this.show();
    if (goOn) this.play();
  }

  async play() {
    if (!this.stretch || this.playing) return;
    if (this.at >= this.stretch.end) await this.seek(this.stretch.start);
    const turn = ++this.turn;
    this.playing = true;
    this.show();
    await Promise.all(this.active().map((clip) => this.begin(clip)));
    if (turn !== this.turn || !this.playing) return;
    /* From where the videos are by now. */
    const off = this.active().map((clip) => clip.logTime(clip.video.currentTime) - this.at)
                    .filter((gap) => Math.abs(gap) < SECOND / 2).sort((a, b) => a - b);
    if (off.length > 0) this.at += off[Math.floor(off.length / 2)];
    this.last = performance.now();
    requestAnimationFrame(() => this.tick(turn));
  }

  /* Has the clip's video play from where the clock is. Waits until it does. */
  begin(clip) {
    const video = clip.video;
    const off = Math.abs(video.currentTime - clip.mediaTime(this.at));
    if (off > clip.period / 2) video.currentTime = Math.max(0, clip.mediaTime(this.at)) + INTO;
    video.playbackRate = this.speed;
    return Promise.race([video.play().catch(() => {}),
                         new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  tick(turn) {
    if (turn !== this.turn || !this.playing) return;
    const now = performance.now();
    const clips = this.active();
    /* Where a video waits for its data, all wait. */
    const waits = clips.some((clip) => clip.video.readyState < 2 && !clip.video.ended);
    /* A page that was out of sight was not drawn: it does not jump. */
    if (!waits) this.at += Math.min(now - this.last, 250) * 1000 * this.speed;
    this.last = now;
    if (this.at >= this.stretch.end) {
      this.at = this.stretch.end;
      this.pause();
      return;
    }
    for (const clip of clips) {
      if (clip.video.paused && !clip.video.ended) this.begin(clip);
      else clip.lead(this.at, this.speed);
    }
    /* Words need not change as often as pictures do. */
    if (now - this.shown > 90 || clips.length !== this.active().length) {
      this.shown = now;
      this.show();
    }
    requestAnimationFrame(() => this.tick(turn));
  }

  pause() {
    const was = this.playing;
    this.playing = false;
    this.turn++;
    for (const camera of this.cameras)
      for (const clip of camera.clips)
        if (clip.video && !clip.video.paused) clip.video.pause();
    if (was) this.show();
  }

  toggle() {
    if (this.playing) {
      this.pause();
      say('Paused at ' + clockText(this.at));
    } else {
      this.play();
    }
  }

  setSpeed(speed) {
    this.speed = speed;
    for (const clip of this.active()) clip.video.playbackRate = speed;
    this.show();
    say('Speed ' + speed + ' times');
  }

  changeSpeed(by) {
    const i = SPEEDS.indexOf(this.speed) + by;
    if (i >= 0 && i < SPEEDS.length) this.setSpeed(SPEEDS[i]);
  }

  enlarge(number) {
    this.large = this.large === number || number > this.cameras.length ? 0 : number;
    for (const camera of this.cameras) {
      camera.place.classList.toggle('large', camera.number === this.large);
      camera.place.classList.toggle('small', this.large !== 0 && camera.number !== this.large);
      camera.button.setAttribute('aria-pressed', String(camera.number === this.large));
    }
    this.show();
  }

  /* One picture on or back. */
  async step(direction) {
    this.pause();
    const clip = this.leader();
    if (!clip) return this.seek(this.at + direction * SECOND / 25);
    const next = clip.pictureAt(clip.mediaTime(this.at)) + direction;
    if (next < 0 || next >= clip.times.length) return;
    await this.seek(clip.logTime(clip.times[next]));
    say(clockText(this.at));
  }
}

const player = new Player();
