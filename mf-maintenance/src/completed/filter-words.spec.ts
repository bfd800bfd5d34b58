import { expect, it } from '@jest/globals';
import { type ListFilter } from '../cards/list-filter.ts';
import { filterWords } from './filter-words.ts';

it.each<[ListFilter, string[]]>([
  [{}, []],
  [{ createdFrom: '2026-11-01', createdTo: '2026-11-25' }, ['Created Nov 1 – 25, 2026']],
  [{ respondedFrom: '2026-10-31', respondedTo: '2026-11-25' }, ['Responded to Oct 31 – Nov 25, 2026']],
  [{ completedFrom: '2026-11-01' }, ['Completed since Nov 1, 2026']],
  [{ costTo: '2026-11-25' }, ['Costs until Nov 25, 2026']],
  [{ createdFrom: 'soon', createdTo: '2026-11-25' }, ['Created since soon, Created until Nov 25, 2026']],
  [
    { open: 'true', repeat: 'true', hasCosts: 'true', responded: 'true' },
    ['Open', 'Repeats only', 'Responded to', 'With costs'],
  ],
  [{ due: 'missed', approval: 'declined' }, ['Completed late', 'Costs declined']],
  [{ category: 'hvac' }, ['Category: Heating and cooling']],
  [{ category: 'none', costVendorId: 'none' }, ['Costs without a vendor', 'No equipment']],
])('says of %j', (filter, words) => {
  expect(filterWords(filter)).toEqual(words);
});
