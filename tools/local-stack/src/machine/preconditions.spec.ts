import { expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isFree } from './free-port.ts';
import { checkDiskSpace, checkPortIsFree, readPort } from './preconditions.ts';

it('PORT is 8080 unless it is set', () => {
  const ports = [undefined, '', '9000', '0'].map(readPort);
  expect(ports).toEqual([8080, 8080, 9000, 0]);
});

it.each(['abc', '-1', '65536', '80.5', '0x50'])('PORT cannot be %s', (value) => {
  expect(() => readPort(value)).toThrow(`PORT is "${value}", which is not a port number.`);
});

it.each(['127.0.0.1', '0.0.0.0'])('a port is taken while a server listens on %s', async (host) => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  expect(await isFree(port)).toBe(false);
  await expect(checkPortIsFree(port)).rejects.toThrow(`Port ${port} is taken by another program`);
  await new Promise((resolve) => server.close(resolve));
  await expect(checkPortIsFree(port)).resolves.toBeUndefined();
  expect(await isFree(port)).toBe(true);
});

it('free ports are different and outside the range of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(new Set(ports).size).toBe(200);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...ports)).toBeLessThan(32_000);
});

it('reports the missing space on the disk of a folder that does not exist yet', () => {
  const folder = join(tmpdir(), 'not/there/yet');
  expect(() => checkDiskSpace(folder, 1)).not.toThrow();
  expect(() => checkDiskSpace(folder, 1e12)).toThrow(/has \d+ MB free, and 1000000000000 MB are needed/);
});
