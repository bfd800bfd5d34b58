import { describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildShell } from './built-shell.ts';
import { manifestText } from './built-manifest.ts';
import { useRegistry } from './fresh-registry.ts';
import { writeFiles } from './running-gateway.ts';

const { place, build, remote, remoteElsewhere, publish, read, publishAll, moves } = useRegistry();
const isNightly = process.env['NIGHTLY'] === '1';
const lockModule = join(import.meta.dirname, '../src/file-lock.ts');

describe('publish', () => {
  it('stores the files under a version and points to its manifest', async () => {
    const message = await publish('maintenance', await build('one'));
    const [remote] = await read();
    expect(remote).toMatchObject({
      name: 'maintenance',
      manifest: `/remotes/maintenance/${remote?.version ?? ''}/mf-manifest.json`,
      versions: [{ version: remote?.version }],
    });
    expect(message).toBe(`maintenance ${remote?.version ?? ''} is now current`);

    const published = join(place.registry, 'maintenance', remote?.version ?? '');
    expect((await readdir(published, { recursive: true })).sort()).toEqual([
      'mf-manifest.json',
      'mf-manifest.json.br',
      'mf-manifest.json.gz',
      'remoteEntry.0a1b2c3d4e.js',
      'remoteEntry.0a1b2c3d4e.js.br',
      'remoteEntry.0a1b2c3d4e.js.gz',
      'static',
      'static/page.5e6f7a8b9c.js',
      'static/page.5e6f7a8b9c.js.br',
      'static/page.5e6f7a8b9c.js.gz',
    ]);
    const plain = await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js'));
    expect(brotliDecompressSync(await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js.br')))).toEqual(
      plain,
    );
    expect(gunzipSync(await readFile(join(published, 'remoteEntry.0a1b2c3d4e.js.gz')))).toEqual(plain);
  });

  it('writes files that any user can read, whatever the umask of the publisher', async () => {
    const mask = process.umask(0o077);
    try {
      await remoteElsewhere('publish', 'maintenance', await build('one'));
    } finally {
      process.umask(mask);
    }
    for (const name of ['.', ...(await readdir(place.registry, { recursive: true }))]) {
      const { mode } = statSync(join(place.registry, name));
      expect({ name, readable: mode & 0o004 }).toEqual({ name, readable: 0o004 });
    }
  });

  it('records the hash of each file, the contract and the commit', async () => {
    const dist = await build('one');
    await writeFile(join(dist, 'remote.json'), JSON.stringify({ name: 'maintenance', contract: 3 }));
    await publish('maintenance', dist, '--commit', 'c0ffee');
    const [entry] = await read();
    expect(entry).toMatchObject({ contract: 3, commit: 'c0ffee' });
    expect(Object.keys(entry?.integrity ?? {})).toEqual([
      'mf-manifest.json',
      'remote.json',
      'remoteEntry.0a1b2c3d4e.js',
      'static/page.5e6f7a8b9c.js',
    ]);
    const bytes = await readFile(join(dist, 'static/page.5e6f7a8b9c.js'));
    expect(entry?.integrity['static/page.5e6f7a8b9c.js']).toBe(
      `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    );
  });

  it('copies the manifest without its shared modules, so that pages can load the first files early', async () => {
    await publish('maintenance', await build('one'));
    const [entry] = await read();
    expect(entry?.build).toEqual({ ...JSON.parse(manifestText({ id: 'one' })), shared: [] });
  });

  it.each(['{ "id": 7', '{ "id": "maintenance" }', '[]'])(
    'refuses a build with an invalid manifest: %s',
    async (text) => {
      const dist = await build('one');
      await writeFile(join(dist, 'mf-manifest.json'), text);
      await expect(publish('maintenance', dist)).rejects.toThrow(
        /mf-manifest\.json is not the manifest of a remote: build the remote again/,
      );
      expect(existsSync(join(place.registry, 'registry.json'))).toBe(false);
    },
  );

  it('asks git for the commit of the build', async () => {
    const dist = await build('one');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', dist, ...args], { encoding: 'utf8' }).trim();
    const author = ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com'];
    git('init', '--quiet');
    git('add', '.');
    git(...author, 'commit', '--quiet', '--message', 'Build');
    const commit = git('rev-parse', 'HEAD');
    await rename(join(dist, '.git'), join(place.folder, '.git'));
    await publish('maintenance', dist, '--ensure');
    expect((await read())[0]?.commit).toBe(`${commit}-dirty`);
  });

  it('leaves source maps out, which change no version', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    await writeFiles(dist, { 'static/page.5e6f7a8b9c.css.map': '{"version":3}' });
    expect(await publish('maintenance', dist, '--ensure')).toMatch(/nothing to do/);
    await writeFiles(dist, { 'static/other.js': 'export {};' });
    await publish('maintenance', dist);
    const shell = await buildShell(place.folder, 'one');
    await writeFiles(shell, { 'assets/main.0a1b2c3d4e.js.map': '{"version":3}' });
    await publish('shell', shell);
    const published = await readdir(place.registry, { recursive: true });
    expect(published.filter((file) => file.endsWith('static/other.js'))).toHaveLength(1);
    expect(published.filter((file) => /\.map(\.|$)/.test(file))).toEqual([]);
  });

  it('refuses a build of another remote', async () => {
    const dist = await build('one');
    await writeFile(join(dist, 'remote.json'), JSON.stringify({ name: 'locations', contract: 1 }));
    await expect(publish('maintenance', dist)).rejects.toThrow(/is a build of locations, not of maintenance/);
    await writeFile(join(dist, 'remote.json'), '{}');
    await expect(publish('maintenance', dist)).rejects.toThrow(/build the remote again/);
  });

  it('refuses content that is already published, also when another version is current', async () => {
    const dist = await build('one');
    const [first] = await publishAll('one', 'two');
    const before = await readFile(join(place.registry, 'registry.json'), 'utf8');
    await expect(publish('maintenance', dist)).rejects.toThrow(
      new RegExp(`^maintenance ${first} is published already, since \\S+Z: "current" moves to it`),
    );
    expect(await readFile(join(place.registry, 'registry.json'), 'utf8')).toBe(before);
  });

  it('does nothing and says so when --ensure finds the content current', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const before = await readFile(join(place.registry, 'registry.json'), 'utf8');
    const later = new Date(Date.now() + 60_000);
    await utimes(join(dist, 'mf-manifest.json'), later, later);
    expect(await publish('maintenance', dist, '--ensure')).toMatch(/is current already: nothing to do/);
    expect(await readFile(join(place.registry, 'registry.json'), 'utf8')).toBe(before);
  });

  it('keeps a rollback or any other move when it publishes only new content', async () => {
    const dist = await build('two');
    const [first = '', second = ''] = await publishAll('one', 'two');
    await remote('rollback', 'maintenance');
    const before = await readFile(join(place.registry, 'registry.json'), 'utf8');
    expect(await publish('maintenance', dist, '--if-new')).toBe(
      `maintenance ${second} was published before; maintenance stays at ${first}: "current" moves to it`,
    );
    expect(await readFile(join(place.registry, 'registry.json'), 'utf8')).toBe(before);
    await remote('current', 'maintenance', second);
    await publish('maintenance', await build('one'), '--if-new');
    expect((await read())[0]?.version).toBe(second);

    expect(await publish('maintenance', await build('three'), '--if-new')).toMatch(/is now current/);
    await publish('maintenance', dist, '--ensure');
    expect((await read())[0]?.version).toBe(second);
    await expect(publish('maintenance', dist, '--ensure', '--if-new')).rejects.toThrow('Either --ensure');
  });

  it('restores removed files', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const [remote] = await read();
    const published = join(place.registry, 'maintenance', remote?.version ?? '');
    await rm(published, { recursive: true });
    await publish('maintenance', dist, '--ensure');
    expect(existsSync(join(published, 'mf-manifest.json'))).toBe(true);
  });

  it('completes what the publisher of the last release wrote', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const [complete] = await read();
    const lacking = {
      ...complete,
      screens: undefined,
      headerItem: undefined,
      live: undefined,
      build: undefined,
    };
    await writeFile(join(place.registry, 'registry.json'), JSON.stringify({ remotes: [lacking] }));
    expect(await publish('maintenance', dist, '--ensure')).toMatch(/is now current/);
    expect(await read()).toEqual([{ ...complete, since: expect.any(String), versions: expect.any(Array) }]);
  });

  it('keeps the files of the last five versions, and removes those that a killed publisher left', async () => {
    const versions = await publishAll('a', 'b', 'c', 'd', 'e', 'f');
    await writeFiles(join(place.registry, 'maintenance/0123456789ab'), { 'mf-manifest.json': '{}' });
    versions.push(...(await publishAll('g')));
    const kept = versions.slice(-5);
    const [entry] = await read();
    expect(entry?.versions.map(({ version }) => version)).toEqual(kept.toReversed());
    expect((await readdir(join(place.registry, 'maintenance'))).sort()).toEqual(kept.toSorted());
  });

  it('loses nothing when several publishers run at once', async () => {
    const names = Array.from({ length: isNightly ? 10 : 3 }, (_, index) => `remote-${index}`);
    const builds = await Promise.all(names.map((name) => build(name)));
    await Promise.all(
      builds.flatMap((dist, index) => [
        remoteElsewhere('publish', names[index] ?? '', dist),
        remoteElsewhere('publish', 'maintenance', dist),
      ]),
    );
    const remotes = await read();
    expect(remotes.map(({ name }) => name)).toEqual(['maintenance', ...names]);
    for (const { name, version, versions } of remotes) {
      const kept = versions.map((each) => each.version);
      expect(kept).toHaveLength(name === 'maintenance' ? Math.min(names.length, 5) : 1);
      expect(kept).toContain(version);
      expect((await readdir(join(place.registry, name))).sort()).toEqual(kept.toSorted());
    }
    expect((await readdir(place.registry)).filter((name) => name.startsWith('.staging'))).toEqual([]);
    // Each move begins where the one before it ended.
    expect(moves()).toHaveLength(2 * names.length);
    const chain = moves().filter((move) => move.remote === 'maintenance');
    expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ to }) => to)]);
  });

  it('waits for a running publisher, not for a killed one', async () => {
    await publish('maintenance', await build('one'));
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { takeFileLock } from ${JSON.stringify(lockModule)};
         const lock = takeFileLock(process.argv[1], 0);
         console.log('locked');
         setInterval(() => lock, 1000);`,
        join(place.registry, '.lock'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(holder.stdout, 'data');
    let isDone = false;
    const dist = await build('two');
    const publication = remoteElsewhere('publish', 'locations', dist).then(() => (isDone = true));
    await sleep(1000);
    const wasDone = isDone;
    holder.kill('SIGKILL');
    await publication;
    expect(wasDone).toBe(false);
    expect((await read()).map(({ name }) => name)).toEqual(['locations', 'maintenance']);
  });

  it('keeps unknown fields that a later version wrote into the registry', async () => {
    await publish('maintenance', await build('one'));
    const [remote] = await read();
    const extended = { schema: 2, remotes: [{ ...remote, isDisabled: true }] };
    await writeFile(join(place.registry, 'registry.json'), JSON.stringify(extended));
    await publish('maintenance', await build('two'));
    expect(JSON.parse(await readFile(join(place.registry, 'registry.json'), 'utf8'))).toMatchObject({
      schema: 2,
      remotes: [{ isDisabled: true }],
    });
  });

  it('does not overwrite a registry that it cannot read', async () => {
    await publish('maintenance', await build('one'));
    await writeFile(join(place.registry, 'registry.json'), '{ "remotes": [');
    await expect(publish('maintenance', await build('two'))).rejects.toThrow(/registry\.json/);
    expect(await readFile(join(place.registry, 'registry.json'), 'utf8')).toBe('{ "remotes": [');
  });

  it.each(['Maintenance', '../maintenance', 'a/b', '', 'x'.repeat(41)])(
    'refuses the name "%s"',
    async (name) => {
      await expect(publish(name, await build('one'))).rejects.toThrow(/no name for a remote|Usage/);
      expect(existsSync(place.registry)).toBe(false);
    },
  );

  it('refuses a folder without a built remote', async () => {
    await expect(publish('maintenance', place.folder)).rejects.toThrow(
      /has no mf-manifest\.json: build the remote first/,
    );
  });
});
