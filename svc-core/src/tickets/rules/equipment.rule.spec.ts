import { expect, it } from '@jest/globals';
import { equipmentAfter } from './equipment.rule.ts';

const at = (locationId: string, equipmentId: string | null) => ({ locationId, equipmentId });

it.each([
  ['keeps it', at('A', 'fryer'), {}, 'fryer', false],
  ['has none', at('A', null), {}, null, false],
  ['is sent back as it is', at('A', 'fryer'), at('A', 'fryer'), 'fryer', false],
  ['gets another one', at('A', 'fryer'), { equipmentId: 'oven' }, 'oven', true],
  ['gets one', at('A', null), { equipmentId: 'oven' }, 'oven', true],
  ['loses it', at('A', 'fryer'), { equipmentId: null }, null, false],
  ['moves and leaves it', at('A', 'fryer'), { locationId: 'B' }, null, false],
  ['moves and names none', at('A', 'fryer'), at('B', null), null, false],
  ['moves to equipment there', at('A', 'fryer'), at('B', 'oven'), 'oven', true],
  ['moves and names the same', at('A', 'fryer'), at('B', 'fryer'), 'fryer', true],
])('a ticket that %s', (_name, before, changes, equipmentId, mustBeChecked) => {
  expect(equipmentAfter(before, changes)).toEqual({ equipmentId, mustBeChecked });
});
