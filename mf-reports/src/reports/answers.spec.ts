import { expect, it } from '@jest/globals';
import {
  overdueReport,
  overdueRow,
  repeatsReport,
  speedReport,
  speedRow,
  spendReport,
  spendRow,
} from '../../test/fixtures.ts';
import { answerOf, hasFigures } from './answers.ts';
import { type Report } from '../api/report-types.ts';

const money = (amount: string) => `$${amount}`;

const november = ['2026-11', 5.2] as [string, number];
const answers: [answer: string, report: Report][] = [
  ['No ticket is open.', overdueReport(overdueRow(0, 0, null))],
  ['The one open ticket is not overdue.', overdueReport(overdueRow(1, 0, null))],
  ['None of 48 open tickets is overdue.', overdueReport(overdueRow(48, 0, null))],
  ['None of 48 open tickets is overdue; 1 is at risk.', overdueReport(overdueRow(48, 0, null, 1))],
  ['None of 48 open tickets is overdue; 3 are at risk.', overdueReport(overdueRow(48, 0, null, 3))],
  ['1 of 1 open ticket is overdue, by 24 min.', overdueReport(overdueRow(1, 1, 0.4))],
  ['1 of 48 open tickets is overdue, by 1 h.', overdueReport(overdueRow(48, 1, 1.9))],
  ['12 of 48 open tickets are overdue, the oldest by 47 h.', overdueReport(overdueRow(48, 12, 47.9))],
  ['12 of 48 open tickets are overdue, the oldest by 3.1 days.', overdueReport(overdueRow(48, 12, 75))],
  ['1,200 of 5,000 open tickets are overdue.', overdueReport(overdueRow(5000, 1200, null))],
  ['12 of 48 open tickets are overdue.', overdueReport(overdueRow(48, 12, null))],
  ['No tickets were created in this period.', repeatsReport(0, 0, null)],
  ['The one ticket was not a repeat.', repeatsReport(1, 0, 0)],
  ['None of 64 tickets was a repeat.', repeatsReport(64, 0, 0)],
  ['1 of 1 ticket was a repeat (100.0%); Walk-in cooler in Downtown broke most.', repeatsReport(1, 1, 100)],
  [
    '7 of 64 tickets were repeats (10.9%); Walk-in cooler in Downtown broke most.',
    repeatsReport(64, 7, 10.9),
  ],
  ['1,007 of 6,400 tickets were repeats.', { ...repeatsReport(6400, 1007, null), equipment: [] }],
  ['7 of 64 tickets were repeats.', { ...repeatsReport(64, 7, null), equipment: [] }],
  ['No costs in this period.', spendReport(spendRow(0))],
  [
    '1 ticket cost $640.00, most for labor ($640.00).',
    spendReport(spendRow(1, { total: '640.00', labor: '640.00' })),
  ],
  [
    '34 tickets cost $1100.00, most for parts ($900.00).',
    spendReport(spendRow(34, { total: '1100.00', parts: '900.00', travel: '200.00' })),
  ],
  ['1 ticket cost $-5.00.', spendReport(spendRow(1, { total: '-5.00', labor: '-5.00' }))],
  ['No tickets were fixed in this period.', speedReport(speedRow(0, null))],
  ['1 ticket was fixed in this period: not enough to say how fast.', speedReport(speedRow(1, null))],
  ['9 tickets were fixed in this period: not enough to say how fast.', speedReport(speedRow(9, null))],
  ['Half of 64 tickets were fixed within 5.2 h.', speedReport(speedRow(64, 5.2), [november])],
  [
    'Half of 64 tickets were fixed within 5.2 h, 82.0% of those with a due date in time.',
    speedReport(speedRow(64, 5.2, 82), [['2026-10', null], november]),
  ],
  [
    'Faster: half were fixed within 5.2 h in Nov 2026, after 7.0 h in Sep 2026.',
    speedReport(speedRow(64, 6), [['2026-09', 7], ['2026-10', null], november]),
  ],
  [
    'Slower: half were fixed within 5.2 h in Nov 2026, after 3.0 h in Oct 2026.',
    speedReport(speedRow(64, 4), [['2026-10', 3], november]),
  ],
  [
    'As fast as before: half were fixed within 5.2 h, in Nov 2026 as in Oct 2026.',
    speedReport(speedRow(64, 5), [['2026-10', 5.2], november]),
  ],
];

it.each(answers)('%s', (answer, report) => {
  expect(answerOf(report, money)).toBe(answer);
});

it('has nothing beside the answer where nothing was counted', () => {
  expect(hasFigures(spendReport(spendRow(0)))).toBe(false);
  expect(hasFigures(speedReport(speedRow(0, null)))).toBe(false);
  expect(hasFigures(speedReport({ ...speedRow(0, null), respond: speedRow(1, null).respond }))).toBe(true);
  expect(hasFigures(overdueReport(overdueRow(1, 0, null)))).toBe(true);
});
