import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { draggableByTouch } from './touch-drag.ts';

let card: HTMLElement;
let target: HTMLElement;
let happened: unknown[];
let end: () => void;

const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
};
const scrollBy = jest.fn<(options?: unknown) => void>();

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = '<div id="card"><button>Leak</button></div><div id="target"></div>';
  card = byId('card');
  target = byId('target');
  // jsdom has no layout: the target is everything below 100.
  document.elementFromPoint = (_x, y) => (y > 100 ? target : card);
  globalThis.scrollBy = scrollBy;
  happened = [];
  end = draggableByTouch(card, {
    onLift: () => happened.push('lift'),
    onMove: (over) => happened.push(['over', over?.id]),
    onDrop: (over) => happened.push(['drop', over?.id]),
    onRest: () => happened.push('rest'),
  });
});
afterEach(() => {
  end();
  scrollBy.mockClear();
  document.body.replaceChildren();
});

const finger = (clientY: number, clientX = 50) => ({ touches: [{ clientX, clientY }] });
const picture = () => document.querySelector<HTMLElement>('[style*="fixed"]');

/** A long press on the card. */
function lift(): void {
  fireEvent.touchStart(card, finger(50));
  jest.advanceTimersByTime(400);
}

it('lifts after a long press, follows the finger and drops where it is', () => {
  lift();
  expect(happened).toEqual(['lift']);
  expect(picture()).toHaveTextContent('Leak');
  // False: the default action, scrolling, is prevented.
  expect(fireEvent.touchMove(card, finger(300, 60))).toBe(false);
  expect(picture()?.style.translate).toBe('10px 250px');
  expect(fireEvent.touchEnd(card, { touches: [] })).toBe(false);
  expect(happened).toEqual(['lift', ['over', 'target'], ['drop', 'target']]);
  expect(picture()).toBeNull();
});

it.each([
  ['has not moved', () => undefined, ['lift', ['drop', undefined], 'rest']],
  [
    'has only trembled',
    () => fireEvent.touchMove(card, finger(58)),
    ['lift', ['over', 'card'], ['drop', undefined], 'rest'],
  ],
  [
    'has come back',
    () => [300, 50].map((y) => fireEvent.touchMove(card, finger(y))),
    ['lift', ['over', 'target'], ['over', 'card'], ['drop', 'card']],
  ],
])('says after a long press whether the finger rested: it %s', (_what, move, all) => {
  lift();
  move();
  expect(fireEvent.touchEnd(card, { touches: [] })).toBe(false);
  expect(happened).toEqual(all);
});

it('does not scroll under a finger that rests near the edge', () => {
  fireEvent.touchStart(card, finger(10));
  jest.advanceTimersByTime(1000);
  fireEvent.touchEnd(card, { touches: [] });
  expect(scrollBy).not.toHaveBeenCalled();
  expect(happened).toContain('rest');
});

it.each([
  ['a short touch', () => jest.advanceTimersByTime(399)],
  ['a touch that scrolls', () => fireEvent.touchMove(card, finger(61))],
])('leaves %s to the browser', (_what, act) => {
  fireEvent.touchStart(card, finger(50));
  act();
  expect(fireEvent.touchEnd(card, { touches: [] })).toBe(true);
  jest.advanceTimersByTime(1000);
  expect(happened).toEqual([]);
});

it('lifts though the finger trembles', () => {
  fireEvent.touchStart(card, finger(50));
  expect(fireEvent.touchMove(card, finger(58))).toBe(true);
  jest.advanceTimersByTime(400);
  expect(happened).toEqual(['lift']);
});

it.each([
  ['the browser takes the touch', () => fireEvent.touchCancel(card, { touches: [] })],
  [
    'a second finger comes',
    () => fireEvent.touchMove(card, { touches: [1, 2].map(() => finger(300).touches[0]) }),
  ],
  ['the element is removed', () => end()],
])('cancels when %s', (_what, act) => {
  lift();
  act();
  expect(happened).toEqual(['lift', ['drop', undefined]]);
  expect(picture()).toBeNull();
});

it("suppresses the browser's own drag and menu of a long press, and no others", () => {
  expect(fireEvent.dragStart(card)).toBe(true);
  expect(fireEvent.contextMenu(card)).toBe(true);
  fireEvent.touchStart(card, finger(50));
  expect(fireEvent.dragStart(card)).toBe(false);
  expect(fireEvent.contextMenu(card)).toBe(false);
  fireEvent.touchEnd(card, { touches: [] });
  expect(fireEvent.dragStart(card)).toBe(true);
});

it.each([
  ['bottom', innerHeight - 10, 12],
  ['top', 10, -12],
])('scrolls the page while the finger is near the %s', (_edge, y, top) => {
  lift();
  fireEvent.touchMove(card, finger(300));
  jest.advanceTimersByTime(100);
  expect(scrollBy).not.toHaveBeenCalled();
  fireEvent.touchMove(card, finger(y));
  jest.advanceTimersByTime(100);
  expect(scrollBy).toHaveBeenCalledWith({ top, behavior: 'instant' });
  fireEvent.touchEnd(card, { touches: [] });
  const { length } = scrollBy.mock.calls;
  jest.advanceTimersByTime(100);
  expect(scrollBy).toHaveBeenCalledTimes(length);
});
