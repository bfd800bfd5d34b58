import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The command as it runs in the container; no database is reached here. */
const run = (args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });

it('faulty settings are reported together', () => {
  const { status, stdout, stderr } = run(['backup', join(folder, 'new')], { DATABASE_URL: 'x' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Invalid settings:\n {2}DATABASE_URL: .+\n {2}STORAGE_DIR: .+\n$/);
});

it('a folder that cannot be written is reported in one line; a setting may be in a file', () => {
  writeFileSync(join(folder, 'url'), 'postgres://nobody@127.0.0.1:1/nothing\n');
  const env = { DATABASE_URL_FILE: join(folder, 'url'), STORAGE_DIR: folder };
  const { status, stdout, stderr } = run(['backup', join(folder, 'url/2026-07-01')], env);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The backup cannot be written to \/\S+ by user \d+: .*ENOTDIR.* In a container, .*\n$/,
  );
});

it('an error of the database is printed without the values that it has', async () => {
  const fields = [
    'SERROR',
    'C22P02',
    'Minvalid input: "dana@example.com"',
    'DKey (email)=(dana@example.com).',
  ];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, body]))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const env = { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`, STORAGE_DIR: folder };
    const command = spawn(process.execPath, [main, 'backup', join(folder, 'of-nothing')], { env });
    let printed = '';
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)));
    const [status] = (await once(command, 'close')) as [number];
    expect([status, printed]).toEqual([1, 'error 22P02: invalid input\n']);
  } finally {
    server.close();
  }
});
