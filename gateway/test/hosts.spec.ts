import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import {
  type ApiResponse,
  prepareFolder,
  type RunningGateway,
  send,
  startGateway,
} from './running-gateway.ts';

const PUBLIC_URL = 'https://Stores.example.com';
let gateway: RunningGateway;
let storagePort: number;
beforeAll(async () => {
  storagePort = await freePort();
  const storage = { STORAGE_UPSTREAM: '127.0.0.1:9', STORAGE_ORIGIN: 'http://[::1]:7070' };
  const settings = { ...storage, STORAGE_PORT: String(storagePort), PUBLIC_URL, ANY_HOST: 'off' };
  gateway = await startGateway(await prepareFolder(), {}, settings);
});
afterAll(() => gateway.stop());

const ask = (path: string, host: string, method = 'GET'): Promise<ApiResponse> =>
  gateway.ask(path, { method, headers: { Host: host } });

it.each(['stores.example.com', 'stores.example.com:8443', 'STORES.EXAMPLE.COM', 'stores.example.com.'])(
  'the host of PUBLIC_URL is served, with any port: %s',
  async (host) => {
    expect((await ask('/config.json', host)).status).toBe(200);
  },
);

it.each(['evil.example', 'localhost', '127.0.0.1:8080', 'a.stores.example.com', '[::1]', ''])(
  'every other one is refused in words: %j',
  async (host) => {
    for (const path of [
      '/',
      '/config.json',
      '/api/user',
      '/remotes/registry.json',
      '/metrics',
      '/r/x',
      '/assets/x',
    ]) {
      const { status, headers, json } = await ask(path, host);
      expect([path, status, headers['content-type']]).toEqual([path, 421, 'application/problem+json']);
      expect(headers['cache-control']).toBe('no-store');
      expect(json()).toMatchObject({
        status: 421,
        title: 'Misdirected Request',
        detail: expect.stringContaining('host name'),
      });
    }
    expect((await ask('/api/login', host, 'POST')).status).toBe(421);
  },
);

it('load balancers and probes ask for its health by address', async () => {
  expect((await ask('/gateway/health', '10.0.0.7:8080')).status).toBe(200);
});

it('the storage is served at the host of STORAGE_ORIGIN alone', async () => {
  const path = '/mainstay-files/uploads/0a';
  const statusFor = async (host: string) =>
    (await send(storagePort, path, { headers: { Host: host } })).status;
  // No storage runs.
  expect(await statusFor('[::1]:7070')).toBe(502);
  for (const host of ['evil.example', 'stores.example.com']) expect(await statusFor(host)).toBe(421);
});
