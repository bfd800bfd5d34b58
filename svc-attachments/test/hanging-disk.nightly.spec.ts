import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiskStorage } from '../src/storage/disk-storage.ts';
import { download, upload } from './file-calls.ts';
import { acceptAnyAddress, HOLDER, RunningService } from './running-service.ts';

const service = new RunningService();
let storage: DiskStorage;
beforeAll(async () => {
  await service.start();
  acceptAnyAddress(service);
  storage = service.app.get(DiskStorage);
});
afterAll(async () => {
  for (const path of pipes) await respond(path);
  await service.close();
});

const pipes: string[] = [];
/** Opens both ends of a pipe, which unblocks processes waiting for it. */
async function respond(path: string): Promise<void> {
  const end = await open(path, 'r+');
  await end.close();
}

const soon = () => new Date(Date.now() + 60_000);

/** A stored object; `hang` makes opening its file block forever, as on a network file system whose server is down. */
async function storedObject() {
  const key = `uploads/${randomUUID()}`;
  expect(await upload(await storage.signUpload(key, soon()), 'content')).toBe(200);
  const path = join(service.directory, key, 'object');
  return {
    url: await storage.signDownload(key, 'a.txt', soon(), HOLDER),
    key,
    path,
    async hang() {
      await rm(path);
      execFileSync('mkfifo', [path]);
      pipes.push(path);
    },
  };
}

/** Number of this process's open files at a path, from Linux's /proc. */
async function openAt(path: string): Promise<number> {
  const files = await readdir('/proc/self/fd');
  const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}

it('returns 503 in time and does not delay other files', async () => {
  const [hanging, other] = [await storedObject(), await storedObject()];
  await hanging.hang();
  const begun = performance.now();
  const [refusal, bytes, whole] = await Promise.all([
    download(hanging.url),
    storage.readBytes(hanging.key, 10).catch((error: unknown) => error),
    download(other.url),
  ]);
  expect(performance.now() - begun).toBeLessThan(12_000);
  expect(refusal.status).toBe(503);
  expect(refusal.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(bytes).toMatchObject({ status: 503 });
  expect([whole.status, whole.bytes.toString()]).toEqual([200, 'content']);
  await respond(hanging.path);
}, 30_000);

const itOnLinux = process.platform === 'linux' ? it : it.skip;
itOnLinux(
  'leaves no file open when it responds at last',
  async () => {
    const hanging = await storedObject();
    await hanging.hang();
    expect((await download(hanging.url)).status).toBe(503);

    await respond(hanging.path);
    // Only now is the file opened for the request that already has its response.
    await sleep(500);
    expect(await openAt(hanging.path)).toBe(0);
  },
  30_000,
);
