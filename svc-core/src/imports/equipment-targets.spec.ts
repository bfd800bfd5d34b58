import { expect, it } from '@jest/globals';
import { withKeys, withTargets } from './equipment-targets.ts';

/** `name` or `name serial` in one store. */
const machine = (text: string) => {
  const [name = '', serial = null] = text.split(' ');
  return withKeys({ id: text, locationId: 'store', name, serial });
};

it.each<[string, string[], string[], string[][]]>([
  ['a serial, whatever the name', ['Oven 1'], ['Fryer 1', 'Fryer 2'], [['Oven 1'], []]],
  ['a serial for a piece without one, once', ['Fryer'], ['Fryer 1', 'Fryer 2'], [['Fryer'], []]],
  ['a name, first without a serial', ['Fryer', 'Fryer 1'], ['Fryer', 'Fryer 1'], [['Fryer'], ['Fryer 1']]],
  ['a name, and none for a serial beside it', ['Fryer'], ['Fryer 1', 'Fryer'], [[], ['Fryer']]],
  ['a name, also of a piece with a serial', ['Fryer 1'], ['Fryer'], [['Fryer 1']]],
  ['a name, but none that another row has', ['Fryer 1'], ['Fryer', 'Fryer 1'], [[], ['Fryer 1']]],
  ['several of a name', ['Fryer 1', 'Fryer 2'], ['Fryer'], [['Fryer 1', 'Fryer 2']]],
  ['no piece without a serial by the word null', ['Fryer'], ['Oven null'], [[]]],
])('finds equipment by %s', (_name, there, rows, expected) => {
  const found = withTargets(rows.map(machine), there.map(machine));
  expect(found.map(({ targets }) => targets.map(({ id }) => id))).toEqual(expected);
});
