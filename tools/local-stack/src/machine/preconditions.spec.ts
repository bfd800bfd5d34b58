import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { checkDiskSpace, checkPortIsFree, readPort } from './preconditions.ts';

describe('readPort', () => {
  it('is 8080 unless PORT is set', () => {
    expect([readPort(undefined), readPort(''), readPort('9000'), readPort('0')]).toEqual([
      8080, 8080, 9000, 0,
    ]);
  });

  it.each(['abc', '-1', '65536', '80.5', '0x50'])('refuses %s', (value) => {
    expect(() => readPort(value)).toThrow(`PORT is "${value}", which is not a port number.`);
  });
});

describe('checkPortIsFree', () => {
  it('names a port in use, and accepts it once it is free', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await expect(checkPortIsFree(port)).rejects.toThrow(`Port ${port} is taken by another program`);
    await new Promise((resolve) => server.close(resolve));
    await expect(checkPortIsFree(port)).resolves.toBeUndefined();
  });
});

describe('checkDiskSpace', () => {
  it('reports the missing space on the disk of a folder that does not exist yet', () => {
    const folder = join(tmpdir(), 'not/there/yet');
    expect(() => checkDiskSpace(folder, 1)).not.toThrow();
    expect(() => checkDiskSpace(folder, 1e12)).toThrow(/has \d+ MB free, and 1000000000000 MB are needed/);
  });
});
