import type { ApiResponse } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, type Fault, type Figure, none, noneBut, slowest } from './fault.ts';
import { pidsOf, type Setup } from './setup.ts';
import { Traffic } from './traffic.ts';

const FAULT_MS = 8000;
const KILLS = 3;
/** Longest a request may take while PostgreSQL is silent, in milliseconds. */
const LONGEST_MS = 3000;

export const postgresKill: Fault = {
  title: 'PostgreSQL killed three times',
  async run(setup) {
    const before = await pidsOf(setup);
    const traffic = await Traffic.on(setup);
    const firstWriteAfter: number[] = [];
    for (let time = 0; time < KILLS; time += 1) {
      await sleep(1500);
      const pid = await setup.system.pidOf('postgres');
      process.kill(pid, 'SIGKILL');
      firstWriteAfter.push(await firstWriteSince(await untilReady(setup, pid), traffic));
    }
    await traffic.stop();
    return [
      ...(await asPromised(setup, before, traffic)),
      atMost('first write after its return, at most', Math.max(...firstWriteAfter), 2000, 'ms'),
    ];
  },
};

/** The moment at which PostgreSQL accepts connections again. */
async function untilReady({ system, database }: Setup, formerPid: number): Promise<number> {
  while ((await system.pidOf('postgres')) === formerPid) await sleep(20);
  for (;;) {
    try {
      await database.query('SELECT 1');
      return performance.now();
    } catch {
      await sleep(20);
    }
  }
}

async function firstWriteSince(moment: number, { acknowledgedAt }: Traffic): Promise<number> {
  for (;;) {
    const later = acknowledgedAt.find((at) => at > moment);
    if (later !== undefined) return later - moment;
    await sleep(20);
  }
}

export const postgresBlackHole: Fault = {
  title: 'PostgreSQL black-holed by the network',
  run: (setup) =>
    whileBlocked(setup, {
      begin: () => setup.postgresProxy.swallow(),
      end: () => setup.postgresProxy.recover(),
    }),
};

export const tableLocked: Fault = {
  title: 'a table locked',
  async run(setup) {
    const client = await setup.database.connect();
    try {
      return await whileBlocked(setup, {
        begin: () => client.query('BEGIN; LOCK TABLE core.tickets IN ACCESS EXCLUSIVE MODE'),
        end: () => client.query('ROLLBACK'),
      });
    } finally {
      client.release();
    }
  },
};

export const poolExhausted: Fault = {
  title: 'connection pools exhausted',
  async run(setup) {
    const client = await setup.database.connect();
    const waiting: Promise<ApiResponse>[] = [];
    try {
      const { rows } = await client.query<{ id: string }>('SELECT id FROM core.tickets LIMIT 1');
      const [ticket] = rows;
      return await whileBlocked(setup, {
        begin: async () => {
          await client.query('BEGIN');
          await client.query('SELECT FROM core.tickets WHERE id = $1 FOR UPDATE', [ticket?.id]);
          // More than the pools of both replicas have.
          for (let number = 0; number < 60; number += 1)
            waiting.push(setup.admin.ask('PATCH', `/api/tickets/${ticket?.id}`, { notes: `edit ${number}` }));
        },
        end: async () => {
          await client.query('ROLLBACK');
          await Promise.all(waiting);
        },
        others: waiting,
      });
    } finally {
      client.release();
    }
  },
};

/** Load while the database blocks requests: those that cannot be served are refused in time. */
async function whileBlocked(
  setup: Setup,
  fault: { begin: () => unknown; end: () => unknown; others?: Promise<ApiResponse>[] },
): Promise<Figure[]> {
  const before = await pidsOf(setup);
  const traffic = await Traffic.on(setup);
  await sleep(1000);
  await fault.begin();
  await sleep(FAULT_MS);
  await fault.end();
  const backAfter = await firstWriteSince(performance.now(), traffic);
  await traffic.stop();
  return [
    ...(await asPromised(setup, before, traffic, await Promise.all(fault.others ?? []))),
    atMost('first write afterwards', backAfter, 5000, 'ms'),
  ];
}

async function asPromised(
  setup: Setup,
  pidsBefore: readonly number[],
  traffic: Traffic,
  others: readonly ApiResponse[] = [],
): Promise<Figure[]> {
  const responses = [...traffic.responses, ...others];
  const after = await pidsOf(setup);
  return [
    atLeast('responses with 503', responses.filter(({ status }) => status === 503).length, 1),
    slowest(responses, LONGEST_MS),
    noneBut('responses other than success and 503', responses, 200, 201, 503),
    ...(await traffic.verify()),
    none('services restarted', after.filter((pid, index) => pid !== pidsBefore[index]).length),
  ];
}
