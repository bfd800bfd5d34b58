import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { rollBack } from '../src/pointer.ts';
import { publish as publishHere } from '../src/publish.ts';
import { readLog } from '../src/registry-file.ts';
import { runScript, tryScript, writeFiles } from './running-gateway.ts';

const remoteShape = z.object({
  name: z.string(),
  version: z.string().regex(/^[0-9a-f]{12}$/),
  manifest: z.string(),
  since: z.iso.datetime(),
  commit: z.string().nullable(),
  contract: z.number().nullable(),
  integrity: z.record(z.string(), z.string()),
  versions: z.array(z.looseObject({ version: z.string(), publishedAt: z.iso.datetime() })),
});
const registryShape = z.object({
  remotes: z.array(remoteShape),
  disabled: z.array(remoteShape).optional(),
});
let folder: string;
let registry: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainstay-registry-'));
  registry = join(folder, 'registry');
});
afterEach(() => rm(folder, { recursive: true }));

/** A build as webpack leaves it; `text` makes its content its own. */
async function build(text: string): Promise<string> {
  const dist = join(folder, `dist-${text}`);
  await writeFiles(dist, {
    'mf-manifest.json': JSON.stringify({ id: text }),
    'remoteEntry.0a1b2c3d4e.js': `export const text = "${text}";\n`.repeat(50),
    'static/page.5e6f7a8b9c.js': 'export {};\n'.repeat(50),
  });
  return dist;
}

const remote = (...args: string[]): Promise<string> =>
  runScript('registry.ts', args, { REGISTRY_DIR: registry, PUBLISHED_BY: 'kim' });

const publish = (name: string, dist: string, ...more: string[]): Promise<string> =>
  remote('publish', name, dist, ...more);

const readAll = async (): Promise<z.infer<typeof registryShape>> =>
  registryShape.parse(JSON.parse(await readFile(join(registry, 'registry.json'), 'utf8')));
const read = async (): Promise<z.infer<typeof registryShape>['remotes']> => (await readAll()).remotes;

/** Publishes one content after the other; their versions. */
async function publishAll(...texts: string[]): Promise<string[]> {
  const versions: string[] = [];
  for (const text of texts) {
    const { version } = await publishHere('maintenance', await build(text), registry, {
      by: 'kim',
      commit: null,
      ensure: false,
    });
    versions.push(version);
  }
  return versions;
}

const current = async (): Promise<string | undefined> => (await read())[0]?.version;
const moves = () => readLog(registry);

describe('publish', () => {
  it('puts the files under a version and points to its manifest', async () => {
    const message = await publish('maintenance', await build('one'));
    const [remote] = await read();
    expect(remote).toMatchObject({
      name: 'maintenance',
      manifest: `/remotes/maintenance/${remote?.version ?? ''}/mf-manifest.json`,
      versions: [{ version: remote?.version }],
    });
    expect(message).toBe(`maintenance ${remote?.version ?? ''} is now current\n`);

    const published = join(registry, 'maintenance', remote?.version ?? '');
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

  it('leaves files that any user can read, whoever published with whatever mask', async () => {
    const mask = process.umask(0o077);
    try {
      await publish('maintenance', await build('one'));
    } finally {
      process.umask(mask);
    }
    for (const name of ['.', ...(await readdir(registry, { recursive: true }))]) {
      const { mode } = statSync(join(registry, name));
      expect({ name, readable: mode & 0o004 }).toEqual({ name, readable: 0o004 });
    }
  });

  it('says the hash of each file, the contract and the commit', async () => {
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

  it('asks git for the commit of the build', async () => {
    const dist = await build('one');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', dist, ...args], { encoding: 'utf8' }).trim();
    const author = ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com'];
    git('init', '--quiet');
    git('add', '.');
    git(...author, 'commit', '--quiet', '--message', 'Build');
    const commit = git('rev-parse', 'HEAD');
    await rename(join(dist, '.git'), join(folder, '.git'));
    await publish('maintenance', dist, '--ensure');
    expect((await read())[0]?.commit).toBe(`${commit}-dirty`);
  });

  it('refuses a build of another remote', async () => {
    const dist = await build('one');
    await writeFile(join(dist, 'remote.json'), JSON.stringify({ name: 'locations', contract: 1 }));
    await expect(publish('maintenance', dist)).rejects.toThrow(/is a build of locations, not of maintenance/);
    await writeFile(join(dist, 'remote.json'), '{}');
    await expect(publish('maintenance', dist)).rejects.toThrow(/build the remote again/);
  });

  it('refuses the same content a second time, also when another is current', async () => {
    const dist = await build('one');
    const [first] = await publishAll('one', 'two');
    const before = await readFile(join(registry, 'registry.json'), 'utf8');
    await expect(publish('maintenance', dist)).rejects.toThrow(
      new RegExp(`^maintenance ${first} is published already, since \\S+Z: "current" moves to it`),
    );
    expect(await readFile(join(registry, 'registry.json'), 'utf8')).toBe(before);
  });

  it('does nothing for the current content when it only has to ensure it, and says so', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const before = await readFile(join(registry, 'registry.json'), 'utf8');
    const later = new Date(Date.now() + 60_000);
    await utimes(join(dist, 'mf-manifest.json'), later, later);
    expect(await publish('maintenance', dist, '--ensure')).toMatch(/is current already: nothing to do/);
    expect(await readFile(join(registry, 'registry.json'), 'utf8')).toBe(before);
  });

  it('brings files back that were taken away', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const [remote] = await read();
    const published = join(registry, 'maintenance', remote?.version ?? '');
    await rm(published, { recursive: true });
    await publish('maintenance', dist, '--ensure');
    expect(existsSync(join(published, 'mf-manifest.json'))).toBe(true);
  });

  it('completes what a publisher from before the hashes wrote', async () => {
    const dist = await build('one');
    await publish('maintenance', dist);
    const file = join(registry, 'registry.json');
    const [{ integrity, contract, since, commit, ...old }] = z
      .tuple([z.looseObject(remoteShape.shape)])
      .parse(await read());
    await writeFile(file, JSON.stringify({ remotes: [old] }));
    expect(await publish('maintenance', dist, '--ensure')).toMatch(/is now current/);
    expect(await read()).toMatchObject([{ integrity, contract, commit }]);
    expect(since).toBeDefined();
  });

  it('keeps the files of the last five versions, and removes what a killed publisher left', async () => {
    const versions = await publishAll('a', 'b', 'c', 'd', 'e', 'f');
    await writeFiles(join(registry, 'maintenance/0123456789ab'), { 'mf-manifest.json': '{}' });
    versions.push(...(await publishAll('g')));
    const kept = versions.slice(-5);
    const [entry] = await read();
    expect(entry?.versions.map(({ version }) => version)).toEqual(kept.toReversed());
    expect((await readdir(join(registry, 'maintenance'))).sort()).toEqual(kept.toSorted());
  });

  it('loses nothing when ten publish at once', async () => {
    const builds = await Promise.all(Array.from({ length: 10 }, (_, index) => build(`build${index}`)));
    await Promise.all(
      builds.flatMap((dist, index) => [publish(`remote-${index}`, dist), publish('maintenance', dist)]),
    );
    expect(
      moves()
        .map((move) => move.remote)
        .sort(),
    ).toEqual([
      ...Array.from({ length: 10 }, () => 'maintenance'),
      ...Array.from({ length: 10 }, (_, index) => `remote-${index}`),
    ]);
    const remotes = await read();
    expect(remotes.map(({ name }) => name)).toEqual([
      'maintenance',
      ...Array.from({ length: 10 }, (_, index) => `remote-${index}`),
    ]);
    for (const { name, version, versions } of remotes) {
      const kept = versions.map((each) => each.version);
      expect(kept).toHaveLength(name === 'maintenance' ? 5 : 1);
      expect(kept).toContain(version);
      expect((await readdir(join(registry, name))).sort()).toEqual(kept.toSorted());
    }
    expect((await readdir(registry)).filter((name) => name.startsWith('.staging'))).toEqual([]);
    // Each move begins where the one before it ended.
    const chain = moves().filter((move) => move.remote === 'maintenance');
    expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ to }) => to)]);
  });

  it('waits for a publisher at work, and not for one that was killed', async () => {
    await publish('maintenance', await build('one'));
    const holder = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { DatabaseSync } from 'node:sqlite';
         const lock = new DatabaseSync(process.argv[1]);
         lock.exec('BEGIN EXCLUSIVE');
         console.log('locked');
         setInterval(() => lock.isOpen, 1000);`,
        join(registry, '.lock'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(holder.stdout, 'data');
    let isDone = false;
    const publication = publish('locations', await build('two')).then(() => (isDone = true));
    await sleep(1500);
    const wasDone = isDone;
    holder.kill('SIGKILL');
    await publication;
    expect(wasDone).toBe(false);
    expect((await read()).map(({ name }) => name)).toEqual(['locations', 'maintenance']);
  });

  it('keeps what a later version wrote into the registry', async () => {
    await publish('maintenance', await build('one'));
    const [remote] = await read();
    const extended = { schema: 2, remotes: [{ ...remote, isDisabled: true }] };
    await writeFile(join(registry, 'registry.json'), JSON.stringify(extended));
    await publish('maintenance', await build('two'));
    expect(JSON.parse(await readFile(join(registry, 'registry.json'), 'utf8'))).toMatchObject({
      schema: 2,
      remotes: [{ isDisabled: true }],
    });
  });

  it('does not write over a registry that it cannot read', async () => {
    await publish('maintenance', await build('one'));
    await writeFile(join(registry, 'registry.json'), '{ "remotes": [');
    await expect(publish('maintenance', await build('two'))).rejects.toThrow(/registry\.json/);
    expect(await readFile(join(registry, 'registry.json'), 'utf8')).toBe('{ "remotes": [');
  });

  it.each(['Maintenance', '../maintenance', 'a/b', '', 'x'.repeat(41)])(
    'refuses the name "%s"',
    async (name) => {
      await expect(publish(name, await build('one'))).rejects.toThrow(/no name for a remote|Usage/);
      expect(existsSync(registry)).toBe(false);
    },
  );

  it('refuses a folder without a built remote', async () => {
    await expect(publish('maintenance', folder)).rejects.toThrow(
      /has no mf-manifest\.json: build the remote first/,
    );
  });
});

describe('the pointer', () => {
  it('moves to the version before, and back, and its files with their hashes', async () => {
    const [first = '', second = ''] = await publishAll('one', 'two');
    const [{ integrity } = { integrity: {} }] = await read();
    expect(await remote('rollback', 'maintenance')).toBe(`maintenance is back at ${first}\n`);
    const [back] = await read();
    expect(back).toMatchObject({
      version: first,
      manifest: `/remotes/maintenance/${first}/mf-manifest.json`,
      versions: [{ version: first }, { version: second, rolledBack: true }],
    });
    expect(back?.integrity).not.toEqual(integrity);
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(
      `has no version to go back to from ${first}`,
    );

    await remote('current', 'maintenance', second.slice(0, 6));
    expect((await read())[0]).toMatchObject({ version: second, integrity });
    expect(await remote('current', 'maintenance')).toBe(`maintenance ${second} is current\n`);
    await expect(remote('current', 'maintenance', 'xyz')).rejects.toThrow(
      `has no version "xyz"; it has ${second}, ${first}`,
    );
  });

  it('goes back to what was good, however many attempts after it were not', async () => {
    const [, good] = await publishAll('oldest', 'good');
    for (const attempt of ['bad1', 'bad2', 'bad3', 'bad4', 'bad5', 'bad6']) {
      await publishAll(attempt);
      rollBack(registry, 'maintenance', { by: 'kim' });
      expect(await current()).toBe(good);
    }
    // A second step back goes further, not forth again.
    await publishAll('better', 'still better');
    rollBack(registry, 'maintenance', { by: 'kim' });
    rollBack(registry, 'maintenance', { by: 'kim' });
    expect(await current()).toBe(good);
  });

  it('does not move to files that were changed or are gone', async () => {
    const [first = '', second] = await publishAll('one', 'two');
    const files = join(registry, 'maintenance', first);
    await writeFile(join(files, 'static/page.5e6f7a8b9c.js'), 'something else');
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(/are not those that were published/);
    await rm(files, { recursive: true });
    await expect(remote('rollback', 'maintenance')).rejects.toThrow(/are gone: publish it again/);
    expect(await current()).toBe(second);
  });

  it('stays where it is pinned, and its files with it, until it is unpinned', async () => {
    const [first = '', second] = await publishAll('one', 'two');
    await remote('pin', 'maintenance', first);
    expect(await publish('maintenance', await build('three'))).toMatch(
      new RegExp(`is published; maintenance stays pinned at ${first}`),
    );
    await publishAll('four', 'five', 'six', 'seven', 'eight');
    expect(await current()).toBe(first);
    const kept = await readdir(join(registry, 'maintenance'));
    expect(kept).toContain(first);
    // What could be gone back to stays, too.
    expect(kept).toContain(second);
    expect(kept).toHaveLength(7);

    await remote('unpin', 'maintenance');
    expect(await current()).toBe(first);
    const [ninth] = await publishAll('nine');
    expect(await current()).toBe(ninth);
    expect(await readdir(join(registry, 'maintenance'))).toHaveLength(6);
    await publishAll('ten');
    expect(await readdir(join(registry, 'maintenance'))).toHaveLength(5);
  });

  it('is not in the list of what is loaded while the remote is switched off, and moves all the same', async () => {
    const [first] = await publishAll('one');
    await publish('locations', await build('two'));
    await remote('disable', 'maintenance', '--reason', 'it deletes tickets');
    expect(await readAll()).toMatchObject({
      remotes: [{ name: 'locations' }],
      disabled: [{ name: 'maintenance', version: first }],
    });
    expect(await publish('maintenance', await build('three'))).toMatch(
      /is now current, and still switched off/,
    );
    await remote('enable', 'maintenance');
    const { remotes, disabled } = await readAll();
    expect(remotes.map(({ name }) => name)).toEqual(['locations', 'maintenance']);
    expect(disabled).toEqual([]);
    expect(remotes[1]?.version).not.toBe(first);
  });
});

describe('the log', () => {
  it('tells who moved what, when and why, and what changed nothing is not in it', async () => {
    const [first, second] = await publishAll('one', 'two');
    const move = { by: 'kim', remote: 'maintenance' };
    await remote('rollback', 'maintenance', '--reason', 'tickets vanish', '--by', 'sam');
    await remote('pin', 'maintenance');
    await remote('pin', 'maintenance');
    await publishAll('three');
    const third = (await read())[0]?.versions[0]?.version;
    await remote('unpin', 'maintenance');
    await remote('disable', 'maintenance');
    await remote('enable', 'maintenance');
    await expect(remote('rollback', 'maintenance')).rejects.toThrow();
    expect(moves()).toMatchObject([
      { ...move, action: 'publish', from: null, to: first },
      { ...move, action: 'publish', from: first, to: second },
      { ...move, action: 'rollback', from: second, to: first, by: 'sam', reason: 'tickets vanish' },
      { ...move, action: 'pin', from: first, to: first },
      { ...move, action: 'publish', from: first, to: first, published: third },
      { ...move, action: 'unpin', from: first, to: first },
      { ...move, action: 'disable', from: first, to: null },
      { ...move, action: 'enable', from: null, to: first },
    ]);
    expect(JSON.parse(await remote('log', '--json'))).toEqual(moves());
    const shown = await remote('log', 'maintenance');
    expect(shown).toMatch(/^AT +BY +ACTION +REMOTE +FROM +TO +REASON$/m);
    expect(shown).toMatch(
      new RegExp(`Z +sam +rollback +maintenance +${second} +${first} +tickets vanish$`, 'm'),
    );
  });

  it('goes on after a line that was cut short', async () => {
    await publishAll('one');
    await writeFile(join(registry, 'log.jsonl'), '{"at":"2026-', { flag: 'a' });
    await publishAll('two');
    expect(moves().map(({ action }) => action)).toEqual(['publish', 'publish']);
  });
});

describe('the command line', () => {
  it('lists what is live and the versions of each remote', async () => {
    const [first, second] = await publishAll('one', 'two');
    await publish('locations', await build('three'), '--commit', 'c0ffee');
    await remote('pin', 'locations');
    await remote('disable', 'maintenance');
    expect((await remote('list')).trim().split('\n')).toEqual([
      expect.stringMatching(/^REMOTE +VERSION +STATE +SINCE +COMMIT$/),
      expect.stringMatching(/^locations +[0-9a-f]{12} +live, pinned +\S+Z +c0ffee$/),
      expect.stringMatching(new RegExp(`^maintenance +${second} +switched off +\\S+Z +unknown$`)),
    ]);
    expect((await remote('list', 'maintenance')).trim().split('\n')).toEqual([
      expect.stringMatching(/^VERSION +PUBLISHED +COMMIT$/),
      expect.stringMatching(new RegExp(`^${second} +current +\\S+Z +unknown$`)),
      expect.stringMatching(new RegExp(`^${first} +\\S+Z +unknown$`)),
    ]);
  });

  it.each([
    [[], /^The registry of remotes/],
    [['publish'], /^"publish" needs the name of a remote\./],
    [['remove', 'maintenance'], /^There is no command "remove"\./],
    [['list', '--other'], /^Unknown option '--other'/],
    [['rollback', 'maintenance', 'now'], /^"now" is one word too many\./],
    [['rollback', 'maintenance'], /is no registry: nothing was published there/],
  ])('explains itself when it is called with %j', async (args, words) => {
    const { code, stderr } = await tryScript('registry.ts', args, { REGISTRY_DIR: registry });
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });

  it('shows its commands when it is asked for help, and asks which registry is meant', async () => {
    expect(await runScript('registry.ts', ['--help'])).toMatch(/rollback <name> +go back to the version/);
    await expect(runScript('registry.ts', ['list'])).rejects.toThrow(/^Which registry\?/);
  });
});
