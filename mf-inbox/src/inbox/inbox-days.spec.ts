import { expect, it } from '@jest/globals';
import { inboxItem, suspendedCode } from '../../test/fixtures.ts';
import { daysOf } from './inbox-days.ts';

const now = new Date('2024-03-05T20:30:00.000Z');
const at = (number: number, createdAt: string, readAt: string | null = null) =>
  inboxItem(number, { createdAt, readAt });

it('has a row for each ticket, with its latest change, under its day', () => {
  const items = [
    at(3, '2024-03-05T20:04:00.000Z'),
    at(1, '2024-03-05T19:00:00.000Z', '2024-03-05T19:01:00.000Z'),
    at(2, '2024-03-04T20:00:00.000Z'),
    at(3, '2024-03-04T19:00:00.000Z', '2024-03-04T19:01:00.000Z'),
    at(3, '2024-02-29T19:00:00.000Z'),
    at(4, '2024-02-29T18:00:00.000Z'),
  ];
  const days = daysOf(items, now).map(({ title, rows }) => [
    title,
    rows.map(({ latest, changes, unread }) => [latest.ticket?.number, changes, unread]),
  ]);
  const ids = items.map(({ id }) => id);
  expect(days).toEqual([
    [
      'Today',
      [
        [3, 3, [ids[0], ids[4]]],
        [1, 1, []],
      ],
    ],
    ['Yesterday', [[2, 1, [ids[2]]]]],
    ['Feb 29, 2024', [[4, 1, [ids[5]]]]],
  ]);
});

it('has a row for each QR code', () => {
  const codes = [suspendedCode(), suspendedCode({ id: '01890000-0000-7000-8000-00000000000d' })];
  expect(daysOf(codes, now)[0]?.rows).toHaveLength(2);
});
