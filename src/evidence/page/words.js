/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case's data, and how it becomes words and elements. All text from outside comes onto the page
 * through element() and svgElement(), as text and never as HTML. Instants are microseconds of the
 * log's clock since 1970, whole numbers. */
'use strict';

const DATA = JSON.parse(document.getElementById('case').textContent);
const SECOND = 1000000;

/* What would direct the text around it, or is not seen, is written out. Line ends stay. */
function shown(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => {
    if (c === '\n' || c === '\t' || c === '\u200c' || c === '\u200d') return c;
    const code = c.codePointAt(0);
    return code < 0x80 ? '\\x' + code.toString(16).padStart(2, '0')
                       : '\\u' + code.toString(16).padStart(4, '0');
  });
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? '' : shown(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    made.append(child instanceof Node ? child : document.createTextNode(shown(child)));
  }
  return made;
}

/* A new element with attributes (a function: a handler) and children (a text: as it is). */
function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svgElement(name, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function byId(id) {
  return document.getElementById(id);
}

/* --- Instants ---------------------------------------------------------------------------------- */

function parseInstant(text) {
  if (!text) return null;
  const fraction = /\.(\d{1,6})/.exec(text);
  return Date.parse(text.slice(0, 19) + 'Z') * 1000
         + (fraction ? Number(fraction[1].padEnd(6, '0')) : 0);
}

/* "20:03:12.250" */
function clockText(at, digits = 3) {
  const text = new Date(Math.floor(at / 1000)).toISOString();
  return digits > 0 ? text.slice(11, 20 + digits) : text.slice(11, 19);
}

function instantText(text) {
  return text ? text.slice(0, 10) + ' ' + text.slice(11).replace(/(\.\d{3})\d+Z$/, '$1Z')
                                              .replace(/(\.000)?Z$/, '') + ' UTC'
              : '—';
}

/* The time at the property; empty where the browser does not know its zone. */
function localText(at, zone) {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit',
                                              second: '2-digit', timeZoneName: 'short' })
        .format(new Date(at / 1000));
  } catch (error) {
    return '';
  }
}

/* --- Words ------------------------------------------------------------------------------------- */

const STATES = { open: 'Open', in_review: 'In review', confirmed: 'Confirmed',
                 dismissed: 'Dismissed', escalated: 'Escalated' };
const SEVERITIES = { info: 'Information', minor: 'Minor', major: 'Major', critical: 'Critical' };
const GAMES = { craps: 'Craps', mini_craps: 'Mini-Craps', pai_gow: 'Pai Gow', sic_bo: 'Sic Bo',
                roulette: 'Roulette', big_six: 'Big Six Wheel', casino_war: 'Casino War',
                props_and_hops: 'Props & Hops', raise_it_up: 'Raise It Up Stud Poker' };
const ACTIONS = { 'finding.review': 'Took into review', 'finding.confirm': 'Confirmed',
                  'finding.dismiss': 'Dismissed', 'finding.escalate': 'Escalated',
                  'finding.reopen': 'Reopened', 'finding.second': 'Agreed as second reviewer',
                  'finding.note': 'Noted', undo: 'Undid an entry', 'case.add': 'Added to a case',
                  'case.remove': 'Took out of a case' };
const NOTES = { note: 'Note', closing: 'Closed', reopening: 'Reopened', renaming: 'Renamed',
                details: 'Described' };

function word(table, name) {
  return Object.hasOwn(table, name) ? table[name] : name;
}

function stateText(finding) {
  return finding.awaits_second ? 'Awaiting second reviewer' : word(STATES, finding.state);
}

function eventText(event) {
  return event.words || event.type.replace(/_/g, ' ');
}

function plural(n, one, many) {
  return n + ' ' + (n === 1 ? one : many);
}

function say(text) {
  byId('said').textContent = shown(text);
}
