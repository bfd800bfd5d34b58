import { expect } from '@jest/globals';
import { type AnyReport, groupings, oracleFigures, type Question, reportedFigures } from './oracle.ts';
import type { RunningService } from './running-service.ts';

export const questions = Object.entries(groupings).flatMap(([question, groups]) =>
  groups.map((groupBy): [Question, string] => [question as Question, groupBy]),
);

/** Ids of the stores that a manager, or an administrator (null), sees. */
export async function storesOf({ backends }: RunningService, managerId: string | null): Promise<string[]> {
  const { rows } = await backends.admin.query<{ id: string }>(
    `SELECT id FROM core.locations WHERE removed_at IS NULL AND ($1::uuid IS NULL OR id IN (
       SELECT location_id FROM core.manager_assignments WHERE manager_id = $1))`,
    [managerId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Asks a question, and compares all figures with the oracle's.
 * @returns milliseconds that the response took
 */
export async function expectOracle(
  service: RunningService,
  [question, groupBy]: [Question, string],
  user: { cookie: string; userId: string },
  period: { from: string; to: string },
): Promise<number> {
  const days = question === 'overdue' ? {} : period;
  const startedAt = performance.now();
  const response = await service
    .as(user)
    .get(`/api/reports/${question}`)
    .query({ groupBy, ...days });
  const took = performance.now() - startedAt;
  expect(response.status).toBe(200);
  const stores = await storesOf(service, user === service.admin ? null : user.userId);
  const expected = await oracleFigures(service.backends.admin, question, groupBy, stores, period);
  const found = reportedFigures(response.body as AnyReport);
  if (question === 'overdue') {
    // Lateness grows between the two.
    for (const [key, { oldestHours }] of found)
      expect(Math.abs(Number(oldestHours) - Number(expected.get(key)?.['oldestHours']))).toBeLessThan(0.11);
    for (const figures of [...expected.values(), ...found.values()]) delete figures['oldestHours'];
  }
  expect(found).toEqual(expected);
  return took;
}
