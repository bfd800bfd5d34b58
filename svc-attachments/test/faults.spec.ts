import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, TcpProxy } from '@mainstay/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import {
  attachmentResponse,
  type UploadGrantResponse,
  uploadGrantResponse,
} from '../src/attachments/attachments.schemas.ts';
import { ConsistencyCheck, type Discrepancy } from '../src/consistency/consistency-check.ts';
import { reportPhotoGrantResponse } from '../src/report-photos/report-photos.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';
import {
  type ApiResponse,
  attach,
  download,
  downloadUrlOf,
  grantUpload,
  insertReport,
  type RunningService,
  runService,
  storeUpload,
  upload,
} from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

let standIn: S3StandIn;
let toS3: TcpProxy;
let toDatabase: TcpProxy;
/** The service on S3, through a connection that can be cut. */
let onS3: RunningService;
let onDisk: RunningService;
beforeAll(async () => {
  standIn = await S3StandIn.start();
  toS3 = await TcpProxy.start(Number(new URL(standIn.endpoint).port));
  onS3 = await runService({ ...standIn.env, S3_ENDPOINT: `http://127.0.0.1:${toS3.port}` });
  onDisk = await runService();
  toDatabase = await TcpProxy.start(Number(new URL(onS3.config.DATABASE_URL).port));
}, 120_000);
afterAll(async () => {
  await onS3.close();
  await onDisk.close();
  toS3.stop();
  toDatabase.stop();
  await standIn.close();
});
afterEach(() => {
  standIn.interrupt = undefined;
  standIn.fault = undefined;
});

let victim: ChildProcess | undefined;
afterEach(() => {
  victim?.kill('SIGKILL');
});

/** A replica in its own process, as in production. Resolves to its address when it is ready. */
async function startVictim(
  env: Record<string, string> = {},
  command = [process.execPath],
  port?: number,
): Promise<string> {
  const ownPort = String(port ?? (await freePort()));
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, 'dist/main.js'], {
    env: { ...onS3.backends.envFor('svc_attachments'), ...standIn.env, ...env, PORT: ownPort },
    stdio: 'inherit',
  });
  victim = child;
  const url = `http://127.0.0.1:${ownPort}`;
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isAlive(url)) return url;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(50);
  }
  throw new Error('the replica did not start');
}

const isAlive = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

async function kill(): Promise<void> {
  const child = victim;
  if (!child) throw new Error('no process to kill');
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  standIn.interrupt = undefined;
}

const pathOf = ({ ticketA }: RunningService) => `/api/tickets/${ticketA}/attachments`;
const record = (
  service: RunningService,
  { objectPath }: UploadGrantResponse,
  url = service.url,
): Promise<ApiResponse> =>
  service.call(
    service.managerA,
    'POST',
    pathOf(service),
    { fileName: 'a.txt', fileSize: 7, objectPath },
    {},
    url,
  );
const list = (service: RunningService) => service.call(service.managerA, 'GET', pathOf(service));
const rowsOf = async (service: RunningService) =>
  (await service.backends.admin.query('SELECT FROM attachments.attachments')).rowCount;

/** The result of the work and its duration in milliseconds. */
async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const startedAt = Date.now();
  return [await work, Date.now() - startedAt];
}

/**
 * Runs everything that is due, and expects that database and storage match and only recorded objects are left. The
 * service may be creating a thumbnail meanwhile, whose object is stored before its row: this waits at most 10 s for it.
 */
async function expectConsistency(service: RunningService): Promise<void> {
  await runAllDue(service);
  for (let tries = 0; tries < 20 && (await objectsWithoutRow(service)) !== 0; tries += 1) {
    await sleep(500);
    await runAllDue(service);
  }
  expect(await objectsWithoutRow(service)).toBe(0);
}

async function runAllDue(service: RunningService): Promise<void> {
  const { admin } = service.backends;
  await admin.query(
    "UPDATE attachments.thumbnails SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL",
  );
  await service.app.get(ThumbnailMaker).makeAll();
  await admin.query(
    "UPDATE attachments.upload_grants SET granted_at = now() - interval '9 days', expires_at = now() - interval '2 hours'",
  );
  await admin.query(
    `UPDATE attachments.report_photos SET granted_at = now() - interval '9 days', expires_at = now() - interval '2 hours'
     WHERE expires_at IS NOT NULL`,
  );
  await admin.query("UPDATE attachments.object_removals SET due_at = now() - interval '1 s'");
  await service.app.get(Sweeper).sweep();
}

/** Objects that no attachment or thumbnail needs, also those whose removal is queued. Expects no discrepancy. */
async function objectsWithoutRow(service: RunningService): Promise<number> {
  const { admin } = service.backends;
  const found: Discrepancy[] = [];
  const storage = service.app.get<Storage>(STORAGE);
  const report = (discrepancy: Discrepancy) => found.push(discrepancy);
  const { objects } = await new ConsistencyCheck(admin, storage).run({ repair: false, report });
  expect(found).toEqual([]);
  const { rows } = await admin.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM attachments.attachments)
      + (SELECT count(*) FROM attachments.thumbnails WHERE object_key IS NOT NULL))::int AS count`,
  );
  return objects - (rows[0]?.count ?? 0);
}

/** An uploaded photo of a new report, not recorded yet. */
async function storePhoto(service: RunningService): Promise<{ path: string; id: string }> {
  const { token } = await insertReport(service.backends, service.ticketA);
  const path = `/api/intake/track/${token}/photos`;
  const { body } = await service.call(undefined, 'POST', path);
  const { id, uploadURL } = reportPhotoGrantResponse.parse(body);
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  expect(await upload(uploadURL, Buffer.from(photo))).toBe(200);
  return { path, id };
}

const isUnavailable = ({ status, headers }: ApiResponse) => [status, Number(headers.get('retry-after')) > 0];

describe('while the storage', () => {
  const faults: [what: string, begin: () => unknown, end: () => unknown][] = [
    ['rejects connections', () => toS3.refuse(), () => toS3.recover()],
    [
      'returns 500',
      () => (standIn.fault = { status: 500, code: 'InternalError' }),
      () => (standIn.fault = undefined),
    ],
    ['takes 10 s', () => (standIn.interrupt = () => sleep(10_000)), () => (standIn.interrupt = undefined)],
  ];
  it.each(faults)(
    '%s, recording returns 503 in time, lists work, and nothing is half-recorded',
    async (_what, begin, end) => {
      const kept = await attach(onS3, onS3.managerA, onS3.ticketA);
      const grant = await storeUpload(onS3, onS3.managerA);
      const before = await rowsOf(onS3);
      await begin();
      const [[refused, took], [listed, listTook]] = await Promise.all([
        timed(record(onS3, grant)),
        timed(list(onS3)),
      ]);
      expect(isUnavailable(refused)).toEqual([503, true]);
      expect(took).toBeLessThan(15_000);
      expect([listed.status, listTook < 3000]).toEqual([200, true]);
      expect(await rowsOf(onS3)).toBe(before);
      await end();

      expect(await record(onS3, grant)).toMatchObject({ status: 201 });
      await expectConsistency(onS3);
      expect(await download(await downloadUrlOf(onS3, onS3.managerA, kept.id))).toMatchObject({
        status: 200,
      });
    },
    60_000,
  );

  it('on disk is missing, uploads and records return 503, and nothing is half-recorded', async () => {
    const grant = await storeUpload(onDisk, onDisk.managerA);
    const before = await rowsOf(onDisk);
    await rename(onDisk.directory, `${onDisk.directory}-away`);
    await writeFile(onDisk.directory, 'not a folder');
    const response = await fetch(grant.uploadURL, { method: 'PUT', body: 'content' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(isUnavailable(await record(onDisk, grant))).toEqual([503, true]);
    expect((await list(onDisk)).status).toBe(200);
    await rename(onDisk.directory, `${onDisk.directory}-file`);
    await rename(`${onDisk.directory}-away`, onDisk.directory);
    expect(await rowsOf(onDisk)).toBe(before);
    expect(await record(onDisk, grant)).toMatchObject({ status: 201 });
    await expectConsistency(onDisk);
  });
});

// Only Linux lets an unprivileged process mount its own file system.
const itOnLinux = process.platform === 'linux' ? it : it.skip;
itOnLinux(
  'returns 503 for an upload that does not fit on the disk, and accepts one that fits',
  async () => {
    const onTmpfs = 'mount -t tmpfs -o size=4m none "$STORAGE_DIR" && exec "$0" "$@"';
    const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', onTmpfs, process.execPath];
    const port = await freePort();
    const env = {
      DATABASE_URL: onDisk.config.DATABASE_URL,
      STORAGE_DRIVER: 'disk',
      STORAGE_DIR: onDisk.directory,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const url = await startVictim(env, command, port);
    const granted = await onDisk.call(onDisk.managerA, 'POST', '/api/attachments/upload', undefined, {}, url);
    const grant = uploadGrantResponse.parse(granted.body);
    const put = (bytes: number) => fetch(grant.uploadURL, { method: 'PUT', body: new Uint8Array(bytes) });
    const refused = await put(10_000_000);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await record(onDisk, grant, url)).toMatchObject({ status: 409 });
    expect((await onDisk.call(onDisk.managerA, 'GET', pathOf(onDisk), undefined, {}, url)).status).toBe(200);
    // The rejected upload occupies no space.
    expect((await put(3_000_000)).status).toBe(200);
  },
  120_000,
);

it('leaves nothing of an upload whose client disconnects halfway', async () => {
  const { uploadURL } = await grantUpload(onDisk, onDisk.managerA);
  const client = request(uploadURL, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
  client.on('error', () => undefined);
  client.write(Buffer.alloc(500_000));
  await sleep(300);
  client.destroy();
  await sleep(300);
  await expectConsistency(onDisk);
});

it('leaves nothing when the database fails between object and row', async () => {
  const url = await startVictim({ DATABASE_URL: toDatabase.through(onS3.config.DATABASE_URL) });
  const grant = await storeUpload(onS3, onS3.managerA);
  const before = await rowsOf(onS3);
  standIn.interrupt = (when, method, key) => {
    if (when === 'after' && method === 'PUT' && key.startsWith('attachments/')) toDatabase.refuse();
    return Promise.resolve();
  };
  const [refused, took] = await timed(record(onS3, grant, url));
  expect(isUnavailable(refused)).toEqual([503, true]);
  expect(took).toBeLessThan(5000);
  expect(await rowsOf(onS3)).toBe(before);
  standIn.interrupt = undefined;
  await toDatabase.recover();
  expect(await record(onS3, grant, url)).toMatchObject({ status: 201 });
  await expectConsistency(onS3);
}, 120_000);

it('leaves nothing when the database fails between the stored photo of a report and its row', async () => {
  const url = await startVictim({ DATABASE_URL: toDatabase.through(onS3.config.DATABASE_URL) });
  const { path, id } = await storePhoto(onS3);
  const before = await rowsOf(onS3);
  standIn.interrupt = (when, method, key) => {
    if (when === 'after' && method === 'PUT' && key.startsWith('attachments/')) toDatabase.refuse();
    return Promise.resolve();
  };
  const refused = await onS3.call(undefined, 'POST', `${path}/${id}/done`, undefined, {}, url);
  expect(isUnavailable(refused)).toEqual([503, true]);
  expect(await rowsOf(onS3)).toBe(before);
  standIn.interrupt = undefined;
  await toDatabase.recover();
  expect(await onS3.call(undefined, 'POST', `${path}/${id}/done`, undefined, {}, url)).toMatchObject({
    status: 200,
  });
  expect(await rowsOf(onS3)).toBe((before ?? 0) + 1);
  await expectConsistency(onS3);
}, 120_000);

describe('kill -9', () => {
  /** Resolves when a request has reached this step, where it is held. */
  const reached = (at: 'before' | 'after', of: string, area: string) =>
    new Promise<void>((resolve) => {
      standIn.interrupt = (when, method, key) => {
        if (when !== at || method !== of || !key.startsWith(area)) return Promise.resolve();
        resolve();
        return new Promise(() => undefined);
      };
    });

  it.each([
    ['before', 'PUT'],
    ['after', 'PUT'],
    ['after', 'GET'],
  ] as const)(
    '%s the %s of a file that is being recorded: it can be recorded, once',
    async (when, method) => {
      const url = await startVictim();
      const grant = await storeUpload(onS3, onS3.managerA);
      const stuck = reached(when, method, 'attachments/');
      const lost = record(onS3, grant, url).catch(() => 'no response');
      await stuck;
      await kill();
      expect(await lost).toBe('no response');
      expect(await record(onS3, grant)).toMatchObject({ status: 201 });
      expect(await record(onS3, grant)).toMatchObject({ status: 409 });
      await expectConsistency(onS3);
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s the photo of a report is stored: it can be recorded, once',
    async (when) => {
      const url = await startVictim();
      const { path, id } = await storePhoto(onS3);
      const stuck = reached(when, 'PUT', 'attachments/');
      const lost = onS3
        .call(undefined, 'POST', `${path}/${id}/done`, undefined, {}, url)
        .catch(() => 'no response');
      await stuck;
      await kill();
      expect(await lost).toBe('no response');
      const before = await rowsOf(onS3);
      for (let time = 0; time < 2; time += 1) {
        expect(await onS3.call(undefined, 'POST', `${path}/${id}/done`)).toMatchObject({ status: 200 });
      }
      expect(await rowsOf(onS3)).toBe((before ?? 0) + 1);
      await expectConsistency(onS3);
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s a thumbnail is stored: another replica creates it',
    async (when) => {
      const url = await startVictim();
      const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
        .png()
        .toBuffer();
      const grant = await grantUpload(onS3, onS3.managerA);
      await upload(grant.uploadURL, Buffer.from(picture));
      const stuck = reached(when, 'PUT', 'thumbnails/');
      const body = {
        fileName: 'a.png',
        fileType: 'image/png',
        fileSize: picture.length,
        objectPath: grant.objectPath,
      };
      const recorded = await onS3.call(onS3.managerA, 'POST', pathOf(onS3), body, {}, url);
      const { id } = attachmentResponse.parse(recorded.body);
      await stuck;
      await kill();
      await expectConsistency(onS3);
      const { body: listed } = await list(onS3);
      expect(listed).toContainEqual(
        expect.objectContaining({ id, thumbnailURL: expect.stringContaining('/thumbnails/') }),
      );
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    '%s an object is swept: another replica sweeps it',
    async (when) => {
      const kept = await attach(onS3, onS3.managerA, onS3.ticketA);
      await onS3.app.get(Sweeper).sweep();
      const { id } = await attach(onS3, onS3.managerA, onS3.ticketA);
      await onS3.call(onS3.managerA, 'DELETE', `/api/attachments/${id}`);
      const stuck = reached(when, 'DELETE', 'attachments/');
      // A replica sweeps as soon as it starts.
      const started = startVictim().catch(() => undefined);
      await stuck;
      await kill();
      await started;
      await expectConsistency(onS3);
      expect([...standIn.objects.keys()].filter((key) => key.endsWith(id))).toEqual([]);
      expect(standIn.objects.has(`attachments/${kept.id}`)).toBe(true);
    },
    60_000,
  );
});
