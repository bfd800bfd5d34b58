import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { expectOracle, questions } from './responses.ts';
import { type RunningService, startReportsService } from './running-service.ts';
import { seed } from './seed.ts';

const TICKETS = 100_000;
/** As wide as a period may be, and the one that is shown first. */
const period = { from: '2024-11-27', to: '2026-11-26' };

const usual = { from: '2026-08-29', to: '2026-11-26' };

const p95 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Infinity;

let service: RunningService;
let managers: TestUser[];
beforeAll(async () => {
  service = await startReportsService();
  managers = await seed(service, { tickets: TICKETS, managers: 20 });
}, 300_000);
afterAll(() => service.close());

describe.each(questions)(`%s by %s, with ${TICKETS} tickets`, (...asked) => {
  it('is what the oracle counts for an administrator and 20 managers, and 95 % take at most 500 ms', async () => {
    const took: number[] = [];
    for (const user of [service.admin, ...managers]) {
      await expectOracle(service, asked, user, period);
      took.push(await expectOracle(service, asked, user, usual));
    }
    expect(p95(took)).toBeLessThan(500);
    // Only administrators read all tickets.
    const ofAdmin: number[] = [];
    for (let round = 0; round < 20; round += 1)
      ofAdmin.push(await expectOracle(service, asked, service.admin, usual));
    expect(p95(ofAdmin)).toBeLessThan(500);
  }, 300_000);
});
