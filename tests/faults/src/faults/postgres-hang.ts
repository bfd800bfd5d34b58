import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from './caller.ts';
import { atLeast, atMost, type Fault, type Figure, none, noneBut, slowest } from './fault.ts';
import type { Stage } from './stage.ts';
import { Traffic } from './traffic.ts';

const FAULT_MS = 8000;
/** Longest a request may take while PostgreSQL is silent, in milliseconds. */
const LONGEST_MS = 3000;

export const postgresBlackHole: Fault = {
  title: 'PostgreSQL black-holed by the network',
  run: (stage) =>
    whileAway(stage, {
      begin: () => stage.postgresProxy.swallow(),
      end: () => stage.postgresProxy.recover(),
    }),
};

export const tableLocked: Fault = {
  title: 'a table locked',
  async run(stage) {
    const client = await stage.database.connect();
    try {
      return await whileAway(stage, {
        begin: async () => {
          await client.query('BEGIN');
          await client.query('LOCK TABLE core.tickets IN ACCESS EXCLUSIVE MODE');
        },
        end: async () => {
          await client.query('ROLLBACK');
        },
      });
    } finally {
      client.release();
    }
  },
};

export const poolExhausted: Fault = {
  title: 'connection pools exhausted',
  async run(stage) {
    const client = await stage.database.connect();
    const waiting: Promise<ApiResponse>[] = [];
    try {
      const { rows } = await client.query<{ id: string }>('SELECT id FROM core.tickets LIMIT 1');
      const path = `/api/tickets/${rows[0]?.id ?? ''}`;
      return await whileAway(stage, {
        begin: async () => {
          await client.query('BEGIN');
          await client.query('SELECT FROM core.tickets WHERE id = $1 FOR UPDATE', [rows[0]?.id]);
          // More than the pools of both replicas have.
          for (let number = 0; number < 60; number += 1) {
            waiting.push(stage.admin.ask('PATCH', path, { notes: `edit ${number}` }));
          }
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

/** Load while the database blocks all requests: requests that cannot be served are refused in time. */
async function whileAway(
  stage: Stage,
  fault: {
    begin: () => Promise<void> | void;
    end: () => Promise<void> | void;
    others?: Promise<ApiResponse>[];
  },
): Promise<Figure[]> {
  const before = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
  const traffic = new Traffic(stage);
  await sleep(1000);
  await fault.begin();
  await sleep(FAULT_MS);
  await fault.end();
  const endedAt = performance.now();
  while (!traffic.acknowledgedAt.some((moment) => moment > endedAt)) await sleep(20);
  const backAfter = (traffic.acknowledgedAt.find((moment) => moment > endedAt) ?? Infinity) - endedAt;
  await traffic.stop();
  const after = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
  const { lost, duplicates } = await traffic.verify();
  const responses = [...traffic.responses, ...(await Promise.all(fault.others ?? []))];
  return [
    atLeast('responses with 503', responses.filter(({ status }) => status === 503).length, 1),
    slowest(responses, LONGEST_MS),
    noneBut('responses other than success and 503', responses, 200, 201, 503),
    none('acknowledged writes lost', lost),
    none('duplicates', duplicates),
    none('services restarted', after.filter((pid, index) => pid !== before[index]).length),
    atMost('first write afterwards', backAfter, 5000, 'ms'),
  ];
}
