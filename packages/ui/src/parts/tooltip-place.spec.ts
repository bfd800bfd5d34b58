import { expect, it } from '@jest/globals';
import { placeOf, type Placement } from './tooltip-place.ts';

const window = { innerWidth: 400, innerHeight: 300 };
const size = { width: 100, height: 30 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

it.each<[Placement, ReturnType<typeof at>, { left: number; top: number }]>([
  ['top', at(200, 100), { left: 170, top: 64 }],
  ['top', at(200, 10), { left: 170, top: 56 }],
  ['bottom', at(200, 100), { left: 170, top: 146 }],
  ['bottom', at(200, 250), { left: 170, top: 214 }],
  ['bottomLeft', at(200, 100), { left: 200, top: 146 }],
  ['bottom', at(380, 100), { left: 294, top: 146 }],
  ['bottom', at(0, 100), { left: 6, top: 146 }],
  ['right', at(200, 100), { left: 246, top: 105 }],
  ['right', at(300, 100), { left: 194, top: 105 }],
])('%s of a trigger at %j', (placement, trigger, place) => {
  expect(placeOf(trigger, size, placement, window)).toEqual(place);
});
