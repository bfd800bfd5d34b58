import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { type Asked, prepareFolder, startSystem, type System, writeFiles } from './running-gateway.ts';

const key = 'attachments/019c2f0e-7c1d-7aaa-8bbb-0123456789ab';

let system: System;
beforeAll(async () => {
  const folder = await prepareFolder();
  await writeFiles(folder, { [`storage/${key}/object`]: '0123456789' });
  system = await startSystem({ STORAGE_DIR: join(folder, 'storage') }, folder);
});
afterAll(() => system.stop());

/** A download that svc-attachments leaves to the gateway. */
const fetchFile = (file: string, asked?: Asked) =>
  system.gateway.ask(`/api/attachments/objects/1?file=${encodeURIComponent(file)}&cache=private`, asked);

it('are sent when the service says so, whole or in part, with its headers', async () => {
  const whole = await fetchFile(`/gateway/objects/${key}/object`);
  expect([whole.status, whole.body.toString()]).toEqual([200, '0123456789']);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const part = await fetchFile(`/gateway/objects/${key}/object`, {
    headers: { Range: 'bytes=2-4', 'If-Range': String(whole.headers['etag']) },
  });
  expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ]);
  const beyond = await fetchFile(`/gateway/objects/${key}/object`, { headers: { Range: 'bytes=10-' } });
  expect([beyond.status, beyond.json()]).toEqual([416, expect.objectContaining({ status: 416 })]);
  const head = await fetchFile(`/gateway/objects/${key}/object`, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '10', 0]);
});

it('return problem+json when they are missing, and are never read outside their folder', async () => {
  const gone = await fetchFile('/gateway/objects/attachments/gone/object');
  expect([gone.status, gone.json()]).toEqual([404, expect.objectContaining({ status: 404 })]);
  const outside = await fetchFile('/gateway/objects/../registry/shell/current/index.html');
  expect(outside.status).toBeGreaterThanOrEqual(400);
  expect(outside.body.toString()).not.toContain('<p>shell</p>');
});

it.each([
  `/gateway/objects/${key}/object`,
  `/api/../gateway/objects/${key}/object`,
  `//gateway/objects/${key}/object`,
])('cannot be fetched without the service: %s', async (path) => {
  const response = await system.gateway.ask(path);
  expect(response.status).toBe(404);
  expect(response.body.toString()).not.toContain('0123456789');
});
