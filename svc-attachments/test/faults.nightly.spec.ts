import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, TcpProxy } from '@mainstay/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachmentResponse, uploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { countRows, expectConsistency, isUnavailable, recordPhoto, storePhoto } from './fault-checks.ts';
import {
  attach,
  download,
  downloadUrlOf,
  grantUpload,
  listOf,
  picture,
  record,
  storeUpload,
  upload,
} from './file-calls.ts';
import { type RunningService, runService, until } from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

let standIn: S3StandIn;
let toS3: TcpProxy;
/** On S3, through a connection that can be cut. */
let service: RunningService;
beforeAll(async () => {
  standIn = await S3StandIn.start();
  toS3 = await TcpProxy.start(Number(new URL(standIn.endpoint).port));
  service = await runService({ ...standIn.env, S3_ENDPOINT: `http://127.0.0.1:${toS3.port}` });
}, 120_000);
afterAll(async () => {
  await service.close();
  toS3.stop();
  await standIn.close();
});

let replica: ChildProcess | undefined;
afterEach(() => {
  replica?.kill('SIGKILL');
  standIn.interrupt = undefined;
  standIn.fault = undefined;
});

/** A replica in its own process, as in production. Resolves to its address when it is ready. */
async function startReplica(
  env: Record<string, string>,
  [program = '', ...args]: string[] = [process.execPath],
): Promise<string> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, [...args, 'dist/main.js'], {
    env: { ...service.backends.envFor('svc_attachments'), PUBLIC_URL: url, ...env, PORT: port },
    stdio: 'inherit',
  });
  replica = child;
  const isAlive = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => child.exitCode !== null || child.signalCode !== null || (await isAlive()));
  return url;
}

async function kill(): Promise<void> {
  if (!replica) throw new Error('no process to kill');
  const exit = once(replica, 'exit');
  replica.kill('SIGKILL');
  await exit;
  standIn.interrupt = undefined;
}

/** The result of the work and its duration in milliseconds. */
async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const startedAt = Date.now();
  return [await work, Date.now() - startedAt];
}

it.each<[what: string, begin: () => unknown, end: () => unknown]>([
  ['rejects connections', () => toS3.refuse(), () => toS3.recover()],
  [
    'returns 500',
    () => (standIn.fault = { status: 500, code: 'InternalError' }),
    () => (standIn.fault = undefined),
  ],
  ['takes 10 s', () => (standIn.interrupt = () => sleep(10_000)), () => (standIn.interrupt = undefined)],
])(
  'while the storage %s, recording returns 503 in time, lists work, and nothing is half-recorded',
  async (_what, begin, end) => {
    const recorded = await attach(service, service.managerA, service.ticketA);
    const { objectPath } = await storeUpload(service, service.managerA);
    const before = await countRows(service);
    await begin();
    const [[refused, took], [listed, listTook]] = await Promise.all([
      timed(record(service, objectPath)),
      timed(service.call(service.managerA, 'GET', listOf(service.ticketA))),
    ]);
    expect([isUnavailable(refused), took < 15_000]).toEqual([true, true]);
    expect([listed.status, listTook < 3000]).toEqual([200, true]);
    expect(await countRows(service)).toBe(before);
    await end();

    expect(await record(service, objectPath)).toMatchObject({ status: 201 });
    await expectConsistency(service);
    const url = await downloadUrlOf(service, service.managerA, recorded.id);
    expect(await download(url)).toMatchObject({ status: 200 });
  },
  60_000,
);

// Only Linux lets an unprivileged process mount its own file system.
const itOnLinux = process.platform === 'linux' ? it : it.skip;
itOnLinux(
  'returns 503 for an upload that does not fit on the disk, and accepts one that fits',
  async () => {
    const onTmpfs = 'mount -t tmpfs -o size=4m none "$STORAGE_DIR" && exec "$0" "$@"';
    const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', onTmpfs, process.execPath];
    const url = await startReplica({ STORAGE_DRIVER: 'disk', STORAGE_DIR: service.directory }, command);
    const path = '/api/attachments/upload';
    const granted = await service.call(service.managerA, 'POST', path, undefined, {}, url);
    const grant = uploadGrantResponse.parse(granted.body);
    const put = (bytes: number) => fetch(grant.uploadURL, { method: 'PUT', body: new Uint8Array(bytes) });
    const refused = await put(10_000_000);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await record(service, grant.objectPath, {}, { url })).toMatchObject({ status: 409 });
    // The rejected upload occupies no space.
    expect((await put(3_000_000)).status).toBe(200);
  },
  120_000,
);

describe('kill -9', () => {
  /** Resolves when a request has reached this step, where it waits. */
  const reached = (at: 'before' | 'after', of: string, area: string) =>
    new Promise<void>((resolve) => {
      standIn.interrupt = (when, method, key) => {
        if (when !== at || method !== of || !key.startsWith(area)) return Promise.resolve();
        resolve();
        return new Promise(() => undefined);
      };
    });
  const onS3 = () => startReplica(standIn.env);

  it.each([
    ['after', 'GET', 'uploads/'],
    ['before', 'PUT', 'attachments/'],
    ['after', 'PUT', 'attachments/'],
  ] as const)(
    '%s the %s of a file that is being recorded: it can be recorded, once',
    async (when, method, area) => {
      const url = await onS3();
      const { objectPath } = await storeUpload(service, service.managerA);
      const stuck = reached(when, method, area);
      const lost = record(service, objectPath, {}, { url }).catch(() => 'no response');
      await stuck;
      await kill();
      expect(await lost).toBe('no response');
      expect(await record(service, objectPath)).toMatchObject({ status: 201 });
      expect(await record(service, objectPath)).toMatchObject({ status: 409 });
      await expectConsistency(service);
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s the photo of a report is stored: it can be recorded, once',
    async (when) => {
      const url = await onS3();
      const path = await storePhoto(service);
      const stuck = reached(when, 'PUT', 'attachments/');
      const lost = recordPhoto(service, path, url).catch(() => 'no response');
      await stuck;
      await kill();
      expect(await lost).toBe('no response');
      const before = await countRows(service);
      for (let time = 0; time < 2; time += 1) {
        expect(await recordPhoto(service, path)).toMatchObject({ status: 200 });
      }
      expect(await countRows(service)).toBe(before + 1);
      await expectConsistency(service);
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s a thumbnail is stored: another replica creates it',
    async (when) => {
      const url = await onS3();
      const bytes = await picture();
      const grant = await grantUpload(service, service.managerA);
      await upload(grant.uploadURL, bytes);
      const stuck = reached(when, 'PUT', 'thumbnails/');
      const fields = { fileType: 'image/jpeg', fileSize: bytes.length };
      const recorded = await record(service, grant.objectPath, fields, { url });
      const { id } = attachmentResponse.parse(recorded.body);
      await stuck;
      await kill();
      await expectConsistency(service);
      const { body: listed } = await service.call(service.managerA, 'GET', listOf(service.ticketA));
      const thumbnailURL: unknown = expect.stringContaining('/thumbnails/');
      expect(listed).toContainEqual(expect.objectContaining({ id, thumbnailURL }));
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s an object is swept: another replica sweeps it',
    async (when) => {
      const left = await attach(service, service.managerA, service.ticketA);
      await service.sweep();
      const { id } = await attach(service, service.managerA, service.ticketA);
      await service.sql('DELETE FROM attachments.attachments WHERE id = $1', [id]);
      const stuck = reached(when, 'DELETE', 'attachments/');
      // A replica sweeps as soon as it starts.
      const started = onS3();
      await stuck;
      await kill();
      await started;
      await expectConsistency(service);
      expect([...standIn.objects.keys()].filter((key) => key.endsWith(id))).toEqual([]);
      expect(standIn.objects.has(`attachments/${left.id}`)).toBe(true);
    },
    60_000,
  );
});
