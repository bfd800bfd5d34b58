import { describe, expect, it } from '@jest/globals';
import { code, equipment, harbor, intakeCode } from '../../test/fixtures.ts';
import { firstChoice, STORE_ITSELF, targetsOf } from './sticker-targets.ts';

const fryer = equipment('Fryer', { code: code({ id: 'fryers-code' }) });
const oven = equipment('Oven');
const slicer = equipment('Slicer', { status: 'retired' });
const all = [fryer, oven, slicer];

describe('what can have a sticker', () => {
  it('is the equipment that is not retired, and the store itself', () => {
    const targets = targetsOf(harbor, all, [], undefined);
    expect(targets.map(({ key, codeId }) => [key, codeId])).toEqual([
      [fryer.id, 'fryers-code'],
      [oven.id, null],
      [STORE_ITSELF, null],
    ]);
  });

  it('is retired equipment if it is asked for', () => {
    expect(targetsOf(harbor, all, [], slicer.id).map(({ key }) => key)).toContain(slicer.id);
  });

  it('knows the code of the store, and takes none of equipment for it', () => {
    const codes = [
      intakeCode({ id: 'fryers-code', equipmentId: fryer.id }),
      intakeCode({ id: 'stores-code', equipmentId: null }),
    ];
    expect(targetsOf(harbor, [], codes, undefined)).toEqual([
      { key: STORE_ITSELF, store: harbor, equipment: null, codeId: 'stores-code' },
    ]);
  });
});

it('chooses what has no sticker at first, all equipment if everything has one, or the one that is asked for', () => {
  const targets = targetsOf(harbor, all, [], undefined);
  expect(firstChoice(targets, undefined)).toEqual([oven.id]);
  expect(firstChoice(targetsOf(harbor, [fryer], [], undefined), undefined)).toEqual([fryer.id]);
  expect(firstChoice(targets, oven.id)).toEqual([oven.id]);
});
