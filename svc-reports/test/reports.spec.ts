import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import type {
  OverdueReport,
  RepeatsReport,
  SpeedReport,
  SpendReport,
} from '../src/reports/reports.schemas.ts';
import { expectOracle, questions, storesOf } from './responses.ts';
import { type RunningService, startReportsService } from './running-service.ts';
import { seed } from './seed.ts';

const period = { from: '2025-10-26', to: '2026-11-01' };

let service: RunningService;
let managers: TestUser[];
beforeAll(async () => {
  service = await startReportsService();
  managers = await seed(service, { tickets: 3000, managers: 3 });
});
afterAll(() => service.close());

const ask = <Report>(path: string, user: { cookie: string } = service.admin) =>
  service
    .as(user)
    .get(`/api/reports/${path}`)
    .then(({ body }) => body as Report);

describe.each(questions)('%s by %s', (...asked) => {
  it('is what the oracle counts, for an administrator and for managers', async () => {
    for (const user of [service.admin, ...managers]) await expectOracle(service, asked, user, period);
  });
});

describe('after whatever changed since', () => {
  const change = (text: string) => service.backends.admin.query(text);
  const some = (n: number): string => `SELECT id FROM core.tickets ORDER BY md5(id::text || ${n}) LIMIT 150`;
  /** Of each kind, in other tickets each time. */
  const changes = (n: number): string[] => [
    // Stops of a ticket never overlap.
    `DELETE FROM core.ticket_stops WHERE reason = 'solved' AND (ticket_id IN (${some(n)}) OR ticket_id IN (${some(n + 1)}))`,
    `UPDATE core.tickets SET status = 'solved', responded_at = coalesce(responded_at, created_at + interval '2 hours'),
       completed_at = created_at + random() * interval '300 hours' WHERE id IN (${some(n)})`,
    `UPDATE core.tickets SET status = 'in_progress', completed_at = NULL WHERE id IN (${some(n + 1)})`,
    `UPDATE core.tickets SET location_id = (SELECT id FROM core.locations WHERE store_number = 'R-9'), equipment_id = NULL
     WHERE id IN (${some(n + 2)})`,
    `INSERT INTO core.ticket_stops (ticket_id, reason, since, ended_at) SELECT id, 'other', created_at + interval '90 minutes',
       created_at + interval '4 hours' FROM core.tickets t WHERE id IN (${some(n + 3)})
       AND NOT EXISTS (SELECT FROM core.ticket_stops p WHERE p.ticket_id = t.id AND p.since < t.created_at + interval '4 hours')`,
    `UPDATE core.ticket_stops SET ended_at = coalesce(ended_at, now()) - interval '20 minutes', until = NULL
     WHERE since < coalesce(ended_at, now()) - interval '30 minutes' AND ticket_id IN (${some(n + 4)})`,
    `DELETE FROM core.ticket_stops WHERE ticket_id IN (${some(n + 5)})`,
    `UPDATE core.ticket_deadlines SET due_at = CASE WHEN random() < 0.8 THEN now() + (random() - 0.9) * interval '400 days' END,
       at_risk_at = NULL WHERE ticket_id IN (${some(n + 6)})`,
    `DELETE FROM core.tickets WHERE id IN (SELECT id FROM (${some(n + 7)}) f LIMIT 20)`,
    `UPDATE core.locations SET timezone = 'Asia/Tokyo' WHERE store_number = 'R-${10 + n}'`,
    // As svc-core does with each change of a ticket.
    `UPDATE core.ticket_deadlines SET passed = passed`,
  ];

  it('the figures are those of the oracle, and rebuilding changes nothing', async () => {
    for (const n of [1, 2, 3]) {
      for (const text of changes(n)) await change(text);
      for (const asked of questions)
        for (const user of [service.admin, ...managers]) await expectOracle(service, asked, user, period);
    }
    const kept = 'SELECT * FROM core.ticket_durations ORDER BY ticket_id, is_fix';
    const { rows } = await change(kept);
    await change('SELECT core.rebuild_durations()');
    expect((await change(kept)).rows).toEqual(rows);
  }, 60_000);
});

it.each([
  ['unknown', 404],
  ['overdue?from=2026-01-01', 400],
  ['overdue?groupBy=vendor', 400],
  ['repeats?groupBy=vendor', 400],
  ['speed?format=xlsx', 400],
  ['spend?locationId=nonsense', 400],
  ['spend?from=2026-13-01', 400],
  ['overdue?limit=0', 400],
  ['overdue?sort=share', 400],
  ['spend?from=2026-05-02&to=2026-05-01', 400],
  ['spend?from=2024-01-01&to=2026-01-01', 400],
])('%s is refused with %i', async (path, status) => {
  expect((await service.as(service.admin).get(`/api/reports/${path}`)).status).toBe(status);
});

type Row = readonly (string | number | null)[];
interface Groups<Figures> {
  total: Figures;
  groups: readonly (Figures & { key: string | null; label: string })[];
}
/**
 * The rows of groups as a file has them.
 * @param named what follows the label,
 * @param words the screen's, by key
 */
const groupRows = <Figures>(
  { total, groups }: Groups<Figures>,
  cells: (figures: Figures) => Row,
  words: Readonly<Record<string, string>> = {},
): Row[] => [
  ['Total', ...cells(total)],
  ...groups.map((group) => [words[String(group.key)] ?? group.label, ...cells(group)]),
];
const days = `from=${period.from}&to=${period.to}`;
const files: [query: string, header: string, rows: (report: never) => Row[]][] = [
  [
    'overdue?groupBy=category',
    'Group,Open tickets,Overdue,At risk,Paused,Oldest (hours)',
    (report: OverdueReport) =>
      groupRows(
        report,
        ({ open, overdue, atRisk, paused, oldestHours }) => [open, overdue, atRisk, paused, oldestHours],
        {
          null: 'No equipment',
          beverage: 'Beverage',
          cooking: 'Cooking',
          hvac: 'Heating and cooling',
          refrigeration: 'Refrigeration',
        },
      ),
  ],
  [
    'repeats?groupBy=month&from=2026-03-01&to=2026-04-30',
    'Group,Equipment,Store,Tickets,Repeats,Share (%)',
    (report: RepeatsReport) => [
      ...groupRows(report, ({ tickets, repeats, share }) => [null, null, tickets, repeats, share], {
        '2026-04': 'Apr 2026',
        '2026-03': 'Mar 2026',
      }),
      ...report.equipment.map(({ name, location, tickets, repeats, share }) => [
        null,
        name,
        location.name,
        tickets,
        repeats,
        share,
      ]),
    ],
  ],
  [
    `spend?groupBy=vendor&${days}`,
    'Group,Equipment,Store,Tickets,Total,Labor,Parts,Travel,Other,Replacement,Share of it (%)',
    (report: SpendReport) => [
      ...groupRows(
        report,
        ({ n, total, labor, parts, travel, other }) => [
          null,
          null,
          n,
          total,
          labor,
          parts,
          travel,
          other,
          null,
          null,
        ],
        { null: 'No vendor' },
      ),
      ...report.equipment.map((item) => [
        null,
        item.name,
        item.location.name,
        item.n,
        item.total,
        item.labor,
        item.parts,
        item.travel,
        item.other,
        item.replacementCost,
        item.shareOfReplacement,
      ]),
    ],
  ],
  [
    `speed?groupBy=location&${days}`,
    'Group,Answered tickets,Hours to respond (mean),Hours to respond (median),Hours to respond (90%),Fixed tickets,Hours to fix (mean),Hours to fix (median),Hours to fix (90%),With a due date,In time,In time (%)',
    (report: SpeedReport) =>
      groupRows(report, ({ respond, fix }) => [
        respond.n,
        respond.mean,
        respond.median,
        respond.p90,
        fix.n,
        fix.mean,
        fix.median,
        fix.p90,
        fix.dueN,
        fix.met,
        fix.share,
      ]),
  ],
];
it.each(files)(
  'the file of %s has the figures of the answer, in the words of the screen',
  async (query, header, rows) => {
    const report = await ask<never>(query);
    const file = await service.as(service.admin).get(`/api/reports/${query}&format=csv`).buffer();
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="reports-[a-z]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = rows(report).map((row) => row.join(','));
    expect(file.text.split('\r\n')).toEqual([`\uFEFF${header}`, ...lines, '']);
  },
);

it('ranks the worst first, and months by time', async () => {
  const spent = (await ask<SpendReport>('spend?groupBy=vendor')).groups.map(({ total }) => Number(total));
  expect(spent).toEqual(spent.toSorted((a, b) => b - a));
  const months = (await ask<RepeatsReport>('repeats?groupBy=month')).groups.map(({ key }) => key);
  expect(months).toEqual(months.toSorted());
  expect(months.length).toBeGreaterThan(2);
});

it('lists groups by page and in any order, with their number', async () => {
  const all = await ask<RepeatsReport>('repeats');
  const { groups, ...rest } = await ask<RepeatsReport>('repeats?limit=5&offset=3');
  expect(groups).toEqual(all.groups.slice(3, 8));
  expect({ ...rest, at: all.at, groups: all.groups }).toEqual(all);
  expect([all.groupCount, all.emptyGroupCount]).toEqual([
    all.groups.length,
    all.groups.filter(({ repeats }) => repeats === 0).length,
  ]);
  const sorted = await ask<RepeatsReport>('repeats?sort=n');
  expect(sorted.groups.map(({ n }) => n)).toEqual(all.groups.map(({ n }) => n).toSorted((a, b) => a - b));
  const byName = (await ask<RepeatsReport>('repeats?sort=-label&limit=3')).groups.map(({ label }) => label);
  const names = all.groups.map(({ label }) => Number(label.replace('Store ', ''))).toSorted((a, b) => b - a);
  expect(byName).toEqual(names.slice(0, 3).map((number) => `Store ${number}`));
});

it('names at most 20 pieces of equipment with most repeats, and none that was removed', async () => {
  const { equipment } = await ask<RepeatsReport>(`repeats?from=${period.from}&to=${period.to}`);
  const { rows } = await service.backends.admin.query<{ id: string; repeats: number }>(
    `SELECT e.id, count(t.repeat_of)::int AS repeats FROM core.equipment e JOIN core.tickets t ON t.equipment_id = e.id
       JOIN core.locations l ON l.id = t.location_id JOIN core.locations now ON now.id = e.location_id
     WHERE e.removed_at IS NULL AND l.removed_at IS NULL AND now.removed_at IS NULL
       AND (t.created_at AT TIME ZONE l.timezone)::date BETWEEN $1 AND $2
     GROUP BY e.id, e.name ORDER BY 2 DESC, count(*) DESC, e.name, e.id LIMIT 20`,
    [period.from, period.to],
  );
  expect(equipment.map(({ id, repeats }) => ({ id, repeats }))).toEqual(rows);
});

it('tells the share of the replacement cost', async () => {
  const { equipment } = await ask<SpendReport>(`spend?from=${period.from}&to=${period.to}`);
  const known = equipment.filter(({ replacementCost }) => replacementCost !== null);
  expect(known.length).toBeGreaterThan(0);
  for (const { total, replacementCost, shareOfReplacement } of known)
    expect(shareOfReplacement).toBeCloseTo((100 * Number(total)) / Number(replacementCost), 1);
});

it('an archived store is in past figures, and not late', async () => {
  const path = (question: string) => `${question}?from=${period.from}&to=${period.to}`;
  const past = (await ask<RepeatsReport>(path('repeats'))).groups.find(({ archived }) => archived);
  expect(past?.n).toBeGreaterThan(0);
  const { groups } = await ask<OverdueReport>('overdue');
  expect(groups.filter(({ archived }) => archived)).toEqual([]);
});

it('one store is asked for alone; one of another manager has nothing', async () => {
  const [manager] = managers;
  const all = await storesOf(service, null);
  const [own = ''] = await storesOf(service, manager?.userId ?? null);
  const foreign = all.find((id) => id !== own) ?? '';
  const groups = (await ask<OverdueReport>(`overdue?locationId=${own}`, manager)).groups;
  expect(groups.map(({ key }) => key)).toEqual([own]);
  const theirs = await ask<OverdueReport>(`overdue?locationId=${foreign}`, manager);
  expect([theirs.total.n, theirs.groups]).toEqual([0, []]);
});

it('a period is the last 90 days up to today at the stores', async () => {
  const { from, to } = await ask<RepeatsReport>('repeats');
  const ahead = Date.parse(to ?? '') - Date.now();
  expect(Math.abs(ahead)).toBeLessThan(2 * 24 * 3_600_000);
  expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / (24 * 3_600_000)).toBe(89);
});
