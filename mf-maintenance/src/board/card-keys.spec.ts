import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { watchCardKeys } from './card-keys.ts';

/** The place of each card: its column and its row. */
const places = { a1: [0, 0], a2: [0, 1], a3: [0, 2], b1: [1, 0], b2: [1, 1.4] } as const;

let stop: () => void;
beforeEach(() => {
  stop = watchCardKeys();
  // As tickets and as recurring tasks.
  const cards = Object.keys(places).map((name, at) =>
    at % 2 === 0
      ? `<div data-card="${name}"><a href="#">${name}</a></div>`
      : `<div data-card="${name}"><button>${name}</button></div>`,
  );
  document.body.innerHTML = `<main>${cards.join('')}</main><input />`;
  for (const [name, [column, row]] of Object.entries(places)) {
    const card = document.querySelector(`[data-card="${name}"]`);
    Object.assign(card ?? {}, {
      getBoundingClientRect: () => new DOMRect(column * 400, row * 120, 380, 100),
      scrollIntoView: () => undefined,
    });
  }
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
  history.replaceState(null, '');
});

const focused = () => document.activeElement?.textContent;
const buttonOf = (name: string) => document.querySelector<HTMLElement>(`[data-card="${name}"] > *`);
function press(key: string, more = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
}

it.each([
  ['a1', 'ArrowDown', 'a2'],
  ['a2', 'ArrowUp', 'a1'],
  ['a1', 'ArrowUp', 'a1'],
  ['a3', 'ArrowDown', 'a3'],
  ['a1', 'ArrowRight', 'b1'],
  ['a3', 'ArrowRight', 'b2'],
  ['b2', 'ArrowLeft', 'a2'],
  ['a2', 'ArrowLeft', 'a2'],
])('from %s %s leads to %s', (from, key, to) => {
  buttonOf(from)?.focus();
  press(key);
  expect(focused()).toBe(to);
});

it('down leads from the page to the first card, and other arrows do not', () => {
  press('ArrowRight');
  expect(document.body).toBe(document.activeElement);
  press('ArrowDown');
  expect(focused()).toBe('a1');
});

it('does nothing with a modifier, while a dialog is open, and outside of a card', () => {
  buttonOf('a1')?.focus();
  press('ArrowDown', { ctrlKey: true });
  history.replaceState({ dialogs: 1 }, '');
  press('ArrowDown');
  expect(focused()).toBe('a1');
  history.replaceState(null, '');
  document.querySelector('input')?.focus();
  press('ArrowDown');
  expect(document.querySelector('input')).toBe(document.activeElement);
});
