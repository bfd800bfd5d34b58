import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

const signed = '/api/attachments/objects/hush-1?signature=hush-2';

let gateway: RunningGateway;
beforeAll(async () => {
  // No service runs.
  gateway = await startGateway(await prepareFolder(), {}, { ACCESS_LOG: 'access.log' });
});
afterAll(() => gateway.stop());

describe('logs', () => {
  it('have a line for each request as it was sent, with the id that the browser got', async () => {
    const response = await gateway.ask('/api/tickets?q=hush-3', { method: 'POST', body: '{}' });
    expect(await lineOf(response)).toMatchObject({
      client: '127.0.0.1',
      // With its offset from UTC.
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
      method: 'POST',
      path: '/api/tickets',
      status: 503,
      // Nobody took it, so it began anew.
      upstreamStatus: '502 : 502',
      upstreamSeconds: expect.stringMatching(/^\d+\.\d+ : \d+\.\d+$/),
    });
  });

  it('never contain a query or a referrer, also when a request fails', async () => {
    const headers = { Referer: 'https://mainstay.example/tickets?q=hush-4' };
    for (const [path, status] of [
      ['/api/tickets?q=hush-3', 503],
      ['/assets/no-such-file.js?q=hush-3', 404],
      ['/api/stats?%00hush-3', 503],
    ] as const) {
      const response = await gateway.ask(path, { headers });
      expect([path, response.status]).toEqual([path, status]);
      await lineOf(response);
    }
    await expectHushed();
  });

  it('have one line for each request, whatever its address contains', async () => {
    const forged = '","status":200}\n{"requestId":"forged';
    const response = await gateway.ask(`/api/${encodeURIComponent(forged)}`, {
      headers: { 'User-Agent': '"}', Referer: forged.replace('\n', ' ') },
    });
    expect(await lineOf(response)).toMatchObject({ status: response.status });
    const lines = (await accessLog()).trim().split('\n');
    expect(lines.filter((line) => JSON.parse(line) && line.includes('"requestId":"forged'))).toEqual([]);
  });

  it('never contain the token of a mail', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await gateway.ask('/api/unsubscribe/hush-4', { method });
      const line = { method, path: '/api/unsubscribe/...' };
      expect(await lineOf(response)).toMatchObject(line);
    }
    await expectHushed();
  });

  it.each([
    ['/r/hush-5', '/r/...'],
    ['/R/hush-5/more', '/r/...'],
    ['//r/hush-5', '/r/...'],
    ['/t/hush-6?lang=es', '/t/...'],
    ['/api/intake/hush-5', '/api/intake/...'],
    ['/api/intake/hush-5/reports', '/api/intake/...'],
    ['/api//intake/track/hush-6', '/api/intake/...'],
    ['/api/intake/track/hush-6/photos/7/done', '/api/intake/...'],
    ['/api/intake/..%2fhush-5', '/api/intake/...'],
    ['/%72/hush-5', '/...'],
    ['/%52/hush-5', '/...'],
    ['//%74/hush-6', '/...'],
    ['/api/%69ntake/hush-5', '/...'],
    ['/%61pi/intake/track/hush-6', '/...'],
    ['/r/assets/main.0a1b2c3d4e.js?hush', '/r/assets/main.0a1b2c3d4e.js'],
  ])('never contain the code or the token of a report: %s', async (path, logged) => {
    const response = await gateway.ask(path);
    expect(await lineOf(response)).toMatchObject({
      path: expect.stringMatching(new RegExp(`^${logged.replaceAll('.', String.raw`\.`)}$`, 'i')),
    });
    await expectHushed();
  });

  it('never contain a signed address, also when its request fails', async () => {
    const failed = await gateway.ask(signed, { method: 'PUT', body: 'x' });
    expect(failed.status).toBe(503);
    const refused = await gateway.ask(signed, { method: 'PUT', body: Buffer.alloc(12 * 1024 * 1024) });
    expect(refused.status).toBe(413);
    expect(await lineOf(refused)).toMatchObject({
      method: 'PUT',
      path: '/api/attachments/objects/...',
    });
    await expectHushed();
  });
});

const accessLog = () => readFile(join(gateway.folder, 'nginx/access.log'), 'utf8');

/** The line of the access log with the request id of a response. */
async function lineOf({ headers }: ApiResponse): Promise<unknown> {
  for (let tries = 0; tries < 40; tries += 1) {
    const id = `"requestId":"${String(headers['x-request-id'])}"`;
    const line = (await accessLog()).split('\n').find((each) => each.includes(id));
    if (line !== undefined) return JSON.parse(line);
    await sleep(25);
  }
  return undefined;
}

async function expectHushed(): Promise<void> {
  expect(await accessLog()).not.toContain('hush');
  expect(gateway.errors()).not.toContain('hush');
}
