import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type Figure, none, noneBut, slowest } from './fault.ts';
import { Files } from './files.ts';
import type { Stage } from './stage.ts';
import type { TcpProxy } from '@mainstay/test-kit';
import { failed, Traffic } from './traffic.ts';

/** What the quality page gives a call that needs the storage. */
const LONGEST_MS = 15_000;

export const s3Refused: Fault = {
  title: 'storage refused: S3 takes no connections',
  storage: 's3',
  run: (stage) => whileFaulty(stage, (proxy) => proxy.refuse()),
};

export const s3Slow: Fault = {
  title: 'storage slow: S3 does not respond',
  storage: 's3',
  run: (stage) => whileFaulty(stage, (proxy) => proxy.swallow()),
};

async function whileFaulty(stage: Stage, begin: (proxy: TcpProxy) => void): Promise<Figure[]> {
  const proxy = stage.storageProxy;
  if (!proxy) throw new Error('the files are not on S3');
  const files = new Files(stage);
  const waiting = await Promise.all(Array.from({ length: 3 }, () => files.grant()));
  for (const grant of waiting) await files.store(grant);
  const attachments = async (): Promise<number> => {
    const { rows } = await stage.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM attachments.attachments',
    );
    return rows[0]?.count ?? NaN;
  };
  const before = await attachments();
  const traffic = new Traffic(stage);
  await sleep(500);
  begin(proxy);
  const records = await Promise.all(waiting.map((grant) => files.record(grant)));
  await sleep(3000);
  const recorded = (await attachments()) - before;
  await proxy.recover();
  await sleep(500);
  await traffic.stop();
  const later = await Promise.all(waiting.map((grant) => files.record(grant)));
  return [
    none('ticket calls failed', failed(traffic.responses, 200, 201).length),
    noneBut('records with another status than 503', records, 503),
    slowest(records, LONGEST_MS),
    none('half-recorded attachments', recorded),
    none('uploads that cannot be recorded afterwards', failed(later, 201).length),
  ];
}
