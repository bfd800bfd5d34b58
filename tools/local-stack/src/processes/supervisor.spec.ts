import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './process-identity.ts';
import type { ProcessSpec } from './supervised-process.ts';
import { isAlive, knownProcesses, stopOrphans, Supervisor } from './supervisor.ts';

let stateDir: string;
let supervisor: Supervisor;
let said: string[];

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'supervisor-'));
  said = [];
  supervisor = new Supervisor(stateDir, (text) => said.push(text));
});

afterEach(async () => {
  await supervisor.stop();
  rmSync(stateDir, { recursive: true });
});

/** A shell that starts a child of its own, prints its pid, and waits. */
function sleeper(name = 'sleeper'): ProcessSpec {
  const mark = join(stateDir, name);
  return {
    name,
    command: '/bin/sh',
    args: ['-c', `sleep 300 & echo $! > ${mark}; wait`],
    cwd: stateDir,
    tier: 0,
    isReady: () => Promise.resolve(existsSync(mark)),
    readyWithinMs: 10_000,
  };
}

/** The pid of the child of a {@link sleeper}. */
const childOf = (name: string): number => Number(readFileSync(join(stateDir, name), 'utf8'));

const running = () => knownProcesses(stateDir);

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 200) throw new Error(`did not happen; reported: ${said.join('\n')}`);
    await sleep(50);
  }
}

it('stops one process permanently, and no other', async () => {
  const [old, other] = [sleeper('old'), sleeper('other')];
  for (const spec of [old, other]) await supervisor.start(spec);
  const [first] = running();
  await supervisor.retire([old]);
  expect(first && isAlive(first)).toBe(false);
  expect(running().map(({ name }) => name)).toEqual(['other']);
  await sleep(500);
  expect(said).toEqual([]);
});

it('restarts a killed process and reports it; stops the children of both', async () => {
  await supervisor.start(sleeper());
  const [first, child] = [running()[0], childOf('sleeper')];
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await until(() => said.includes('sleeper is running again.'));
  expect(said[0]).toMatch(/^sleeper stopped unexpectedly \(SIGKILL\); restarting it/);
  await until(() => identityOf(child) === undefined);
  const [second] = running();
  expect(second?.pid).not.toBe(first?.pid);
  await supervisor.stop();
  expect(second && isAlive(second)).toBe(false);
  await until(() => identityOf(childOf('sleeper')) === undefined);
  expect(running()).toEqual([]);
});

it.each([
  ['ends at once', { args: ['-c', 'echo "port is taken" >&2; exit 3'] }, 'port is taken'],
  ['is missing', { command: '/no/such/program' }, ''],
])('reports the end of the log when a program %s', async (_what, change, output) => {
  await expect(supervisor.start({ ...sleeper(), ...change })).rejects.toMatchObject({
    message: expect.stringMatching(/^sleeper stopped at once/),
    output,
  });
});

it('starts nothing after it was stopped', async () => {
  await supervisor.stop();
  await supervisor.start(sleeper());
  expect(existsSync(join(stateDir, 'sleeper'))).toBe(false);
});

it('stops the processes of a killed run', async () => {
  for (const name of ['one', 'two']) await supervisor.start(sleeper(name));
  const left = running();
  await expect(stopOrphans(stateDir)).resolves.toEqual(['one', 'two']);
  expect([left.length, left.some(isAlive)]).toEqual([2, false]);
});
