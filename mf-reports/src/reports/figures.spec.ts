import { describe, expect, it } from '@jest/globals';
import {
  downtown,
  overdueReport,
  overdueRow,
  period,
  repeatsReport,
  speedReport,
  speedRow,
  spendReport,
  spendRow,
} from '../../test/fixtures.ts';
import { equipmentOf, type FigureTable, tableOf } from './figures.ts';
import { type Report } from '../api/report-types.ts';

const shown = { locationId: undefined, money: (amount: string) => `$${amount}` };
const created = `createdFrom=${period.from}&createdTo=${period.to}`;
const costs = `costFrom=${period.from}&costTo=${period.to}`;
const completed = `completedFrom=${period.from}&completedTo=${period.to}`;
const responded = `respondedFrom=${period.from}&respondedTo=${period.to}`;

/** The lists of the cells of a row, without `/tickets?`. */
const listsOf = ({ rows }: FigureTable, name: string) =>
  rows.find((row) => row.name === name)?.cells.map(({ list }) => list?.replace(/^\/tickets\?/, ''));
const wordsOf = ({ rows }: FigureTable, name: string) =>
  rows.find((row) => row.name === name)?.cells.map(({ text }) => text);

describe('the list of a figure', () => {
  it.each<[question: string, report: Report, lists: (string | undefined)[]]>([
    [
      'what is late',
      overdueReport(overdueRow(4, 2, 30, 1)),
      [
        ...['', '&due=overdue', '&due=at_risk'].map((due) => `open=true${due}`),
        undefined,
        'open=true&due=overdue',
      ],
    ],
    [
      'what breaks',
      repeatsReport(64, 7, 10.9),
      [created, `${created}&repeat=true`, `${created}&repeat=true`],
    ],
    [
      'what it costs',
      spendReport(spendRow(3, { total: '5.00', parts: '4.50', travel: '0.50' })),
      [costs, costs, undefined, costs, costs, undefined],
    ],
    [
      'how fast it is',
      speedReport(speedRow(12, 5, 80)),
      [
        ...Array<string>(4).fill(responded),
        ...Array<string>(4).fill(completed),
        undefined,
        `due=met&${completed}`,
      ],
    ],
  ])('has all tickets of %s', (_, report, lists) => {
    expect(listsOf(tableOf(report, shown), 'Total')).toEqual(lists);
  });

  it('has the store of the row, or that of the filter', () => {
    const report = overdueReport(overdueRow(4, 2, 30));
    expect(listsOf(tableOf(report, shown), 'Downtown')?.[0]).toBe(`open=true&locationId=${downtown.id}`);
    const filtered = { ...shown, locationId: downtown.id };
    expect(listsOf(tableOf(report, filtered), 'Total')?.[1]).toBe(
      `open=true&due=overdue&locationId=${downtown.id}`,
    );
  });

  it('has the category of the row', () => {
    const row = overdueRow(2, 1, 3);
    const groups = [
      { key: 'hvac', label: 'hvac', ...row },
      { key: null, label: '', ...row },
    ];
    const table = tableOf({ ...overdueReport(row, groups), groupBy: 'category' }, shown);
    expect(listsOf(table, 'Heating and cooling')?.[1]).toBe('open=true&due=overdue&category=hvac');
    expect(listsOf(table, 'No equipment')?.[1]).toBe('open=true&due=overdue&category=none');
  });

  it('has the vendor of the costs', () => {
    const groups = [
      { key: 'v1', label: 'CoolTech', ...spendRow(2) },
      { key: null, label: '', ...spendRow(1) },
    ];
    const table = tableOf({ ...spendReport(spendRow(3), groups), groupBy: 'vendor' }, shown);
    expect(listsOf(table, 'CoolTech')?.[0]).toBe(`${costs}&costVendorId=v1`);
    expect(listsOf(table, 'No vendor')?.[0]).toBe(`${costs}&costVendorId=none`);
  });

  it('has the days of the month that the period has', () => {
    const table = tableOf(
      speedReport(speedRow(36, 5), [
        ['2026-08', 5],
        ['2026-09', 5],
        ['2026-11', 5],
      ]),
      shown,
    );
    const fixedIn = (month: string) => listsOf(table, month)?.[4];
    expect(fixedIn('Aug 2026')).toBe('completedFrom=2026-08-29&completedTo=2026-08-31');
    expect(fixedIn('Sep 2026')).toBe('completedFrom=2026-09-01&completedTo=2026-09-30');
    expect(fixedIn('Nov 2026')).toBe('completedFrom=2026-11-01&completedTo=2026-11-26');
  });

  it('has the equipment of the row', () => {
    const report = repeatsReport(64, 7, 10.9);
    const [item] = report.equipment;
    const table = equipmentOf(report, shown);
    expect(table && listsOf(table, 'Walk-in cooler')?.[1]).toBe(
      `${created}&repeat=true&equipmentId=${item?.id}`,
    );
  });
});

it('says so where there is too little data, without a link', () => {
  const table = tableOf(speedReport(speedRow(9, null, 88.9)), shown);
  const little = 'Not enough data';
  expect(wordsOf(table, 'Total')).toEqual([
    '9',
    little,
    little,
    little,
    '9',
    little,
    little,
    little,
    '0',
    '88.9%',
  ]);
  expect(listsOf(table, 'Total')?.[1]).toBeUndefined();
});

it('writes amounts, shares and hours', () => {
  expect(
    wordsOf(tableOf(spendReport(spendRow(1200, { total: '5.00' })), shown), 'Total')?.slice(0, 2),
  ).toEqual(['1,200', '$5.00']);
  expect(wordsOf(tableOf(repeatsReport(64, 7, 10.9), shown), 'Total')?.[2]).toBe('10.9%');
  expect(wordsOf(tableOf(overdueReport(overdueRow(4, 2, 1030)), shown), 'Total')?.[4]).toBe('42.9 days');
  expect(wordsOf(tableOf(overdueReport(overdueRow(4, 0, null)), shown), 'Total')?.[4]).toBe('None');
  const medianOf = (hours: number) => wordsOf(tableOf(speedReport(speedRow(12, hours)), shown), 'Total')?.[5];
  expect([medianOf(47.9), medianOf(68.1)]).toEqual(['47.9 h', '2.8 days']);
});

it('names the rows that have nothing of what was asked, but no month', () => {
  const groups = [2, 0].map((repeats) => ({
    key: `${repeats}`,
    label: '',
    n: 9,
    tickets: 9,
    repeats,
    share: 0,
  }));
  const report = { ...repeatsReport(18, 2, 11.1), groups };
  const noneOf = (given: Report) => tableOf(given, shown).rows.map(({ isNone }) => isNone);
  expect(noneOf(report)).toEqual([false, false, true]);
  expect(
    noneOf({ ...report, groups: groups.map((group) => ({ ...group, key: '2026-11' })), groupBy: 'month' }),
  ).toEqual([false, false, false]);
});
