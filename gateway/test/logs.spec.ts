import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

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

  it('have one line for each request, whatever its address contains', async () => {
    const forged = '","status":200}\n{"requestId":"forged';
    const response = await gateway.ask(`/api/${encodeURIComponent(forged)}`, {
      headers: { 'User-Agent': '"}', Referer: forged.replace('\n', ' ') },
    });
    expect(await lineOf(response)).toMatchObject({ status: response.status });
    const lines = (await accessLog()).trim().split('\n');
    expect(lines.filter((line) => JSON.parse(line) && line.includes('"requestId":"forged'))).toEqual([]);
  });

  it.each([
    // Nobody's, or of a service that is not there, and one that nginx refuses before it is decided whose it is.
    ['GET', '/api/tickets?q=hush-3', '/api/tickets'],
    ['GET', '/assets/no-such-file.js?q=hush-3', '/assets/no-such-file.js'],
    ['GET', '/api/stats?%00hush-3', '/api/stats'],
    ['GET', '/api/unsubscribe/hush-4', '/api/unsubscribe/...'],
    ['POST', '/api/unsubscribe/hush-4', '/api/unsubscribe/...'],
    ['PUT', '/api/attachments/objects/hush-1?signature=hush-2', '/api/attachments/objects/...'],
    ['GET', '/r/hush-5', '/r/...'],
    ['GET', '/R/hush-5/more', '/R/...'],
    ['GET', '//r/hush-5', '/r/...'],
    ['GET', '/t/hush-6?lang=es', '/t/...'],
    ['GET', '/api/intake/hush-5', '/api/intake/...'],
    ['GET', '/api/intake/hush-5/reports', '/api/intake/...'],
    ['GET', '/api//intake/track/hush-6', '/api/intake/...'],
    ['GET', '/api/intake/track/hush-6/photos/7/done', '/api/intake/...'],
    ['GET', '/api/intake/..%2fhush-5', '/api/intake/...'],
    ['GET', '/%72/hush-5', '/...'],
    ['GET', '/%52/hush-5', '/...'],
    ['GET', '//%74/hush-6', '/...'],
    ['GET', '/api/%69ntake/hush-5', '/...'],
    ['GET', '/%61pi/intake/track/hush-6', '/...'],
    ['GET', '/r/assets/main.0a1b2c3d4e.js?hush', '/r/assets/main.0a1b2c3d4e.js'],
  ])(
    'never contain a query, a header, a body, a signed address, a code or a token: %s %s',
    async (method, path, logged) => {
      const headers = {
        Referer: 'https://mainstay.example/tickets?q=hush-7',
        Authorization: 'Bearer hush-8',
        Cookie: 'mainstay.sid=hush-9',
        'User-Agent': 'hush-10',
        'Idempotency-Key': 'hush-11',
      };
      for (const body of method === 'PUT' ? ['hush-12', Buffer.alloc(12 * 1024 * 1024)] : ['']) {
        const response = await gateway.ask(path, { method, headers, body });
        expect(await lineOf(response)).toMatchObject({ method, path: logged, status: response.status });
        if (body.length > 100) expect(response.status).toBe(413);
      }
      expect(await accessLog()).not.toContain('hush');
      expect(gateway.errors()).not.toContain('hush');
    },
  );
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
