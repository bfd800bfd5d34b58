import { afterEach, expect, it, jest } from '@jest/globals';
import { again } from './load.ts';
import { comparedRow, shown } from './row.ts';

const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterEach(() => {
  said.mockClear();
});

/** A round with another response than expected break so many times. */
function roundBroken(times: number): () => Promise<{ perSecond: number }> {
  let attempts = 0;
  return () => {
    attempts += 1;
    return attempts <= times ? Promise.reject(new Error('returned 503')) : Promise.resolve({ perSecond: 7 });
  };
}

it.each([0, 1, 2])('counts %i dropped rounds', async (times) => {
  expect(await again(roundBroken(times))).toEqual({ perSecond: 7, dropped: times });
  expect(said).toHaveBeenCalledTimes(times);
});

it('gives a round up that breaks three times', async () => {
  await expect(again(roundBroken(3))).rejects.toThrow('returned 503');
});

it('says beside each figure how many rounds were dropped', () => {
  const { figure, comparedWith } = comparedRow(
    'list',
    'ms',
    [1, 2, 3],
    { name: 'bare', values: [2, 2, 2] },
    null,
    2,
  );
  expect(shown(figure)).toBe('2 (1–3), 2 dropped');
  expect(comparedWith && shown(comparedWith.figure)).toBe('2');
});
