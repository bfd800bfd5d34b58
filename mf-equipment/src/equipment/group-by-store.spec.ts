import { expect, it } from '@jest/globals';
import { equipment, store } from '../../test/fixtures.ts';
import { groupByStore } from './group-by-store.ts';

it('sorts stores and their equipment by name, and numbers as numbers', () => {
  const [loop, annex] = [store('Loop', '0112'), store('Annex', '0113')];
  const all = [
    equipment('Fryer 10', { location: loop }),
    equipment('Slicer', { location: annex }),
    equipment('Fryer 2', { location: loop }),
  ];
  expect(
    groupByStore(all).map(({ store: { name }, equipment: list }) => [name, ...list.map((e) => e.name)]),
  ).toEqual([
    ['Annex', 'Slicer'],
    ['Loop', 'Fryer 2', 'Fryer 10'],
  ]);
});

it('tells stores of one name apart by their numbers', () => {
  const [first, second] = [store('Airport', '0901'), store('Airport', '0902')];
  const groups = groupByStore([
    equipment('Oven', { location: second }),
    equipment('Oven', { location: first }),
  ]);
  expect(groups.map(({ store: { storeNumber } }) => storeNumber)).toEqual(['0901', '0902']);
});
