import { ApiError } from '@mainstay/web-kit';
import { expect, it, jest } from '@jest/globals';
import { harbor } from '../../test/fixtures.ts';
import { makeStickers } from './make-stickers.ts';
import { type StickerTarget } from './sticker-targets.ts';

const target = (name: string): StickerTarget => ({
  key: name,
  store: harbor,
  equipment: { id: name, name },
  codeId: null,
});
const targets = ['fryer', 'oven', 'slicer'].map(target);

const problem = (status: number, detail: string) =>
  new ApiError({ status, detail, errors: undefined, requestId: undefined });

/** Makes them with codes like `code-of-oven`, except that of the oven. */
function failingWith(error: Error) {
  const tried: string[] = [];
  const onNext = jest.fn<(done: number) => void>();
  const make = ({ key }: StickerTarget) => {
    tried.push(key);
    return key === 'oven' ? Promise.reject(error) : Promise.resolve(`code-of-${key}`);
  };
  return {
    tried,
    onNext,
    making: makeStickers(targets, { make, origin: 'https://stores.example.com', onNext }),
  };
}

it('keeps what was made, and says what failed and why', async () => {
  const { making, onNext } = failingWith(problem(404, 'Not found.'));
  const { made, failed } = await making;
  expect(made.map(({ address }) => address)).toEqual([
    'https://stores.example.com/r/code-of-fryer',
    'https://stores.example.com/r/code-of-slicer',
  ]);
  expect(failed).toEqual([{ target: targets[1], reason: 'Not found.' }]);
  expect(onNext.mock.calls).toEqual([[0], [1], [2]]);
});

it.each([
  ['without a connection', new TypeError('Failed to fetch'), 'no connection'],
  ['without a detail', problem(502, ''), '502'],
])('has a reason %s', async (_when, error, reason) => {
  const { failed } = await failingWith(error).making;
  expect(failed[0]?.reason).toBe(reason);
});

it('tries no more once the session has ended', async () => {
  const { making, tried } = failingWith(problem(401, 'Unauthorized'));
  const { made, failed } = await making;
  expect(made).toHaveLength(1);
  expect(failed.map(({ target: { key } }) => key)).toEqual(['oven', 'slicer']);
  expect(tried).toEqual(['fryer', 'oven']);
});
