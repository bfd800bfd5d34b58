import { afterEach, expect, it, jest } from '@jest/globals';
import { keepItem, readItem } from './browser-storage.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('keeps a text until it is deleted', () => {
  expect(keepItem('localStorage', 'one', 'text')).toBe(true);
  expect([readItem('localStorage', 'one'), readItem('sessionStorage', 'one')]).toEqual(['text', null]);
  keepItem('localStorage', 'one', null);
  expect(readItem('localStorage', 'one')).toBeNull();
});

it('says where nothing is kept, and reads nothing there', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError');
  });
  expect([keepItem('localStorage', 'one', 'text'), readItem('localStorage', 'one')]).toEqual([false, null]);
});
