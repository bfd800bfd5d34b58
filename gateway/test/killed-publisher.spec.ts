import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectWholeSite, useRegistry } from './fresh-registry.ts';

const { place, build, command, publishAll, entry } = useRegistry();
const isNightly = process.env['NIGHTLY'] === '1';

/** Ends the process as `kill -9` does, right before the step of that number that changes a file. */
const killer = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let left = Number(process.env.KILL_AT);
  for (const name of ['appendFileSync', 'copyFileSync', 'renameSync', 'rmSync', 'symlinkSync', 'utimesSync']) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (--left === 0) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    };
  }
  syncBuiltinESMExports();`;

/** Whether it came to its end before that step. */
const publishUntil = (dist: string, step: number): Promise<boolean> =>
  new Promise((resolve) => {
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(killer)}`];
    const script = join(import.meta.dirname, '../src/registry.ts');
    const args = [...preload, script, 'publish', 'shell', dist, '--registry', place.registry];
    execFile(process.execPath, args, { env: { KILL_AT: String(step) } }, (error) => resolve(error === null));
  });

it('a killed publisher leaves a complete shell at every step; the next one serves what it did not', async () => {
  const dist = await build('shell', 'two');
  const states = new Set<string>();
  // The short form ends it before every sixth of its steps.
  for (let step = 1, isDone = false; !isDone; step += isNightly ? 1 : 6) {
    await rm(place.registry, { recursive: true, force: true });
    const [first = ''] = await publishAll('shell', 'one');
    isDone = await publishUntil(dist, step);
    const served = expectWholeSite(place.registry, 'shell');
    const recorded = entry('shell').version;
    states.add([recorded, served].map((version) => (version === first ? 'old' : 'new')).join(' '));
    if (served !== recorded) expect(await command('list')).toMatch(/^shell .* not served yet /m);

    // Whatever is published next, and then the same again.
    await publishAll('maintenance', 'next');
    expect(expectWholeSite(place.registry, 'shell')).toBe(recorded);
    await command('publish', 'shell', dist, '--ensure');
    expect(expectWholeSite(place.registry, 'shell')).toBe(entry('shell').version);
    expect(entry('shell').versions).toHaveLength(2);
  }
  // What is recorded, and what is served.
  expect([...states].filter((state) => isNightly || state !== 'new old')).toEqual(
    isNightly ? ['old old', 'new old', 'new new'] : ['old old', 'new new'],
  );
}, 120_000);
