import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publish as publishHere } from '../src/publish.ts';
import { readRegistry } from '../src/registry-file.ts';
import { buildShell, own, shared } from './built-shell.ts';
import { useRegistry } from './fresh-registry.ts';
import { writeFiles } from './running-gateway.ts';

const { place, build, remote, remoteElsewhere, publish, readAll, moves } = useRegistry();
const isNightly = process.env['NIGHTLY'] === '1';

const shellFolder = (): string => join(place.registry, 'shell');
const served = (): string => readlinkSync(join(shellFolder(), 'current'));
const listed = () => readRegistry(place.registry).shell;

/** Publishes one shell after the other; their versions. */
async function publishShells(...texts: string[]): Promise<string[]> {
  const versions: string[] = [];
  for (const text of texts) {
    const options = { by: 'kim', commit: null, whenKnown: 'refuse' as const };
    const { version } = await publishHere(
      'shell',
      await buildShell(place.folder, text),
      place.registry,
      options,
    );
    versions.push(version);
  }
  return versions;
}

/** Paths of what is served below /assets with a hash in its name, without the compressed ones. */
async function servedAssets(): Promise<string[]> {
  const folder = join(shellFolder(), 'assets');
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(shellFolder().length));
  const plain = paths.filter((path) => !/\.(br|gz)$/.test(path));
  expect(paths.sort()).toEqual(plain.flatMap((path) => [path, `${path}.br`, `${path}.gz`]).sort());
  return plain.sort();
}

/** Both pages that are served are of one version, and all that they name is served with them. */
function expectWhole(): void {
  const pages = ['index.html', 'signed-out.html'].map((page) =>
    readFileSync(join(shellFolder(), 'current', page), 'utf8'),
  );
  const [text, ...others] = pages.map((page) => /<title>\S+ (\S+)<\/title>/.exec(page)?.[1]);
  expect(others).toEqual([text]);
  for (const [, asset = ''] of pages.join('').matchAll(/"(\/assets\/[^"]+)"/g)) {
    for (const ending of ['', '.br', '.gz'])
      expect([asset, existsSync(join(shellFolder(), asset + ending))]).toEqual([asset, true]);
  }
}

describe('a shell', () => {
  it('has its own entry in the registry; released shells read the other entries as before', async () => {
    await publish('maintenance', await build('one'));
    const { remotes } = await readAll();
    const dist = await buildShell(place.folder, 'one');
    const message = await publish('shell', dist, '--commit', 'c0ffee');
    const { shell, ...rest } = readRegistry(place.registry);
    expect(message).toBe(`shell ${shell?.version ?? ''} is now current`);
    expect(rest).toMatchObject({ remotes });
    expect(shell).toEqual({
      name: 'shell',
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      since: expect.any(String),
      commit: 'c0ffee',
      versions: [expect.objectContaining({ version: shell?.version, commit: 'c0ffee' })],
    });
    expect(served()).toBe(shell?.version);
    expectWhole();
  });

  it('moves by the same commands as remotes', async () => {
    const [first = '', second = ''] = await publishShells('one', 'two');
    expect(await remote('current', 'shell')).toBe(`shell ${second} is current`);
    expect(await remote('rollback', 'shell', '--reason', 'blank page')).toBe(`shell is back at ${first}`);
    expect([served(), listed()?.version]).toEqual([first, first]);
    expect(await remote('current', 'shell', second.slice(0, 6))).toBe(`shell ${second} is current`);
    expect(served()).toBe(second);

    await remote('pin', 'shell', first);
    await publish('shell', await buildShell(place.folder, 'three'));
    expect(served()).toBe(first);
    expect(await remote('list')).toMatch(new RegExp(`^shell +${first} +live, pinned `, 'm'));
    expectWhole();
    expect(await remote('log', 'shell')).toMatch(
      new RegExp(`rollback +shell +${second} +${first} +blank page$`, 'm'),
    );
  });

  it.each(['disable', 'enable'])('is always on: %s is refused', async (command) => {
    await publishShells('one');
    await expect(remote(command, 'shell')).rejects.toThrow(
      'The shell cannot be disabled: its pages would be missing',
    );
    expect(moves()).toHaveLength(1);
  });

  it('keeps the files of the last five versions, and of older ones only shared files', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    await publishShells(...texts.slice(0, 5));
    expect(await servedAssets()).toEqual([shared, ...texts.slice(0, 5).map(own)].sort());
    // What a killed publisher left.
    await writeFiles(shellFolder(), { '0123456789ab/index.html': '', '.current.next': '' });
    await writeFiles(shellFolder(), { 'assets/.main.0123456789.js.part': '' });
    await publishShells('f');
    expect(await servedAssets()).toEqual([shared, ...texts.slice(1).map(own)].sort());
    const versions = listed()?.versions.map(({ version }) => version) ?? [];
    expect((await readdir(shellFolder())).sort()).toEqual(['assets', 'current', ...versions].sort());
    expect(versions).toHaveLength(5);
  });

  it('restores removed files when it is published again', async () => {
    await publishShells('one');
    await rm(join(shellFolder(), shared));
    await rm(join(shellFolder(), 'current'));
    const ensured = await publish('shell', await buildShell(place.folder, 'one'), '--ensure');
    expect(ensured).toMatch(/is current already: nothing to do/);
    expectWhole();
  });

  it('is complete when several publishers run at once', async () => {
    const dists = await Promise.all(
      Array.from({ length: isNightly ? 8 : 3 }, (_, index) => buildShell(place.folder, `${index}`)),
    );
    const dist = await build('one');
    await Promise.all([
      ...dists.map((each) => remoteElsewhere('publish', 'shell', each)),
      ...['maintenance', 'locations'].map((name) => remoteElsewhere('publish', name, dist)),
    ]);
    expectWhole();
    expect(served()).toBe(listed()?.version);
    expect((await readAll()).remotes.map(({ name }) => name)).toEqual(['locations', 'maintenance']);
    const chain = moves().filter((move) => move.remote === 'shell');
    expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ to }) => to)]);
    const versions = listed()?.versions.map(({ version }) => version) ?? [];
    expect((await readdir(shellFolder())).sort()).toEqual(['assets', 'current', ...versions].sort());
    expect(await servedAssets()).toHaveLength(versions.length + 1);
  });
});

describe('a publisher that is killed', () => {
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
      execFile(
        process.execPath,
        [...preload, script, 'publish', 'shell', dist, '--registry', place.registry],
        { env: { KILL_AT: String(step) } },
        (error) => resolve(error === null),
      );
    });

  it('leaves a complete shell at every step; the next publisher serves what it did not', async () => {
    const [dist, next] = [await buildShell(place.folder, 'two'), await build('next')];
    const states = new Set<string>();
    // The short form ends it before every sixth of its steps.
    for (let step = 1, isDone = false; !isDone; step += isNightly ? 1 : 6) {
      await rm(place.registry, { recursive: true, force: true });
      const [first = ''] = await publishShells('one');
      isDone = await publishUntil(dist, step);
      expectWhole();
      const recorded = listed()?.version ?? '';
      states.add(
        `${recorded === first ? 'old' : 'new'} recorded, ${served() === first ? 'old' : 'new'} served`,
      );
      if (served() !== recorded) expect(await remote('list')).toMatch(/^shell .* not served yet /m);

      // Whatever is published next, and then the same again.
      const options = { by: 'kim', commit: null, whenKnown: 'move' as const };
      await publishHere('maintenance', next, place.registry, options);
      expect(served()).toBe(recorded);
      await publishHere('shell', dist, place.registry, options);
      expect([served(), listed()?.versions.length]).toEqual([listed()?.version, 2]);
      expectWhole();
      expect(await servedAssets()).toEqual([own('one'), own('two'), shared].sort());
    }
    const all = ['old recorded, old served', 'new recorded, old served', 'new recorded, new served'];
    if (isNightly) expect([...states]).toEqual(all);
    else
      expect([...states]).toEqual(
        expect.arrayContaining(['old recorded, old served', 'new recorded, new served']),
      );
  }, 120_000);
});

describe('what is refused', () => {
  const nothing = (): void => expect(existsSync(join(place.registry, 'registry.json'))).toBe(false);

  it.each(['index.html', 'signed-out.html'])('a build without its %s', async (page) => {
    const dist = await buildShell(place.folder, 'one');
    await rm(join(dist, page));
    await expect(publish('shell', dist)).rejects.toThrow(`has no ${page}: build the shell first`);
    nothing();
  });

  it('a page that refers to a file missing from the build', async () => {
    const dist = await buildShell(place.folder, 'one');
    await rm(join(dist, own('one')));
    await expect(publish('shell', dist)).rejects.toThrow(
      `index.html refers to ${own('one').slice(1)}, which is not in the build`,
    );
    nothing();
  });

  it('other content at an address that browsers cache', async () => {
    const [first] = await publishShells('one');
    const dist = await buildShell(place.folder, 'two');
    await writeFile(join(dist, shared), 'export const changed = 1;\n');
    await expect(publish('shell', dist)).rejects.toThrow(
      `${shared.slice(1)} is already published with other content`,
    );
    expect([served(), listed()?.versions.length]).toEqual([first, 1]);
    expect(await readFile(join(shellFolder(), shared), 'utf8')).toBe('export {};\n'.repeat(50));
  });

  it.each(['gateway', 'registry', 'remotes'])('a remote with the name %s', async (name) => {
    await expect(publish(name, await build('one'))).rejects.toThrow(`"${name}" is taken`);
    nothing();
  });

  it('a move to a shell whose files were changed', async () => {
    const [first = '', second] = await publishShells('one', 'two');
    await writeFile(join(shellFolder(), first, 'index.html'), 'something else');
    await expect(remote('rollback', 'shell')).rejects.toThrow(/differ from those that were published/);
    expect([served(), listed()?.version]).toEqual([second, second]);
  });
});

it('any command repairs a pointer to a missing version', async () => {
  const [first = ''] = await publishShells('one');
  const dist = await build('one');
  await publish('maintenance', dist);
  await rm(join(shellFolder(), 'current'));
  await symlink('0123456789ab', join(shellFolder(), 'current'));
  expect(await publish('maintenance', dist, '--ensure')).toMatch(/nothing to do/);
  expect(served()).toBe(first);
});
