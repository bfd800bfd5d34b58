import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

const running = () => knownProcesses(stateDir);

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 200) throw new Error(`did not happen; reported: ${said.join('\n')}`);
    await sleep(50);
  }
}

const livesAt = (pid: number): boolean => identityOf(pid) !== undefined;

describe('Supervisor', () => {
  it('stops one process permanently, and no other', async () => {
    const [old, other] = [sleeper('old'), sleeper('other')];
    await supervisor.start(old);
    await supervisor.start(other);
    const [first] = running();
    await supervisor.retire([old]);
    expect(livesAt(first?.pid ?? 0)).toBe(false);
    expect(running().map(({ name }) => name)).toEqual(['other']);
    await sleep(500);
    expect(said).toEqual([]);
  });

  it('restarts a killed process and reports it', async () => {
    await supervisor.start(sleeper());
    const [first] = running();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await until(() => said.includes('sleeper is running again.'));
    expect(said[0]).toMatch(/^sleeper stopped unexpectedly \(SIGKILL\); restarting it/);
    expect(running()[0]?.pid).not.toBe(first?.pid);
  });

  it('stops the children of its processes, also when a process was killed before', async () => {
    await supervisor.start(sleeper());
    const grandchild = Number(readFileSync(join(stateDir, 'sleeper'), 'utf8'));
    process.kill(running()[0]?.pid ?? 0, 'SIGKILL');
    await until(() => !livesAt(grandchild));
    await until(() => said.includes('sleeper is running again.'));
    const [second] = running();
    await supervisor.stop();
    expect(second && isAlive(second)).toBe(false);
    await until(() => !livesAt(Number(readFileSync(join(stateDir, 'sleeper'), 'utf8'))));
    expect(running()).toEqual([]);
  });

  it('reports the end of the log when a process ends at once', async () => {
    const spec = { ...sleeper(), args: ['-c', 'echo "port is taken" >&2; exit 3'] };
    await expect(supervisor.start(spec)).rejects.toMatchObject({
      message: expect.stringMatching(/^sleeper stopped at once/),
      output: 'port is taken',
    });
  });

  it('names the missing program', async () => {
    await expect(supervisor.start({ ...sleeper(), command: '/no/such/program' })).rejects.toThrow(
      'sleeper stopped at once',
    );
  });

  it('starts nothing after it was stopped', async () => {
    await supervisor.stop();
    await supervisor.start(sleeper());
    expect(existsSync(join(stateDir, 'sleeper'))).toBe(false);
  });
});

describe('stopOrphans', () => {
  it('stops the processes of a killed run, and nothing twice', async () => {
    await supervisor.start(sleeper('one'));
    await supervisor.start(sleeper('two'));
    const left = running();
    expect(left).toHaveLength(2);
    await expect(stopOrphans(stateDir)).resolves.toEqual(['one', 'two']);
    expect(left.some(isAlive)).toBe(false);
  });
});
