import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, isFree } from './free-port.ts';

describe('freePort', () => {
  it('returns different ports outside the range of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
    expect(new Set(ports).size).toBe(200);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...ports)).toBeLessThan(32_000);
  });
});

describe('isFree', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('is false while a server listens on %s', async (host) => {
    const port = await freePort();
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    expect(await isFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isFree(port)).toBe(true);
  });
});
