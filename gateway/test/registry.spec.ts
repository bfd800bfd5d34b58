import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rollBack } from '../src/pointer.ts';
import { isSite, servedVersion, sites } from '../src/served-sites.ts';
import { own, shared, writeFiles } from './builds.ts';
import { useRegistry } from './fresh-registry.ts';

const registry = useRegistry();
const { place, build, command, elsewhere, publishAll, read, contents, entry, kept, moves } = registry;
const isNightly = process.env['NIGHTLY'] === '1';
/** A remote, and the apps with pages of their own. */
const names = ['maintenance', 'shell', 'intake'];

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile());
  return files.map((file) => join(file.parentPath, file.name).slice(folder.length + 1)).sort();
}

describe.each(names)('%s', (name) => {
  it('is published under the hash of its content, compressed, and is current', async () => {
    const dist = await build(name, 'one');
    const message = await command('publish', name, dist, '--commit', 'c0ffee');
    const { version, ...rest } = entry(name);
    expect(message).toBe(`${name} ${version} is now current`);
    const commit = 'c0ffee';
    expect(rest).toMatchObject({ name, commit, since: expect.any(String), versions: [{ version, commit }] });
    const published = join(place.registry, name, version);
    const files = await filesBelow(dist);
    expect(await filesBelow(published)).toEqual(
      files.flatMap((file) => [file, `${file}.br`, `${file}.gz`]).sort(),
    );
    for (const file of files) {
      const plain = await readFile(join(published, file));
      expect(plain).toEqual(await readFile(join(dist, file)));
      expect(brotliDecompressSync(await readFile(join(published, `${file}.br`)))).toEqual(plain);
      expect(gunzipSync(await readFile(join(published, `${file}.gz`)))).toEqual(plain);
    }
    registry.expectWhole(name);
  });

  it('has files that any user can read, whatever the umask of the publisher', async () => {
    const mask = process.umask(0o077);
    await elsewhere('publish', name, await build(name, 'one')).finally(() => process.umask(mask));
    const all = ['.', ...(await readdir(place.registry, { recursive: true }))];
    expect(all.filter((file) => (statSync(join(place.registry, file)).mode & 0o004) === 0)).toEqual([]);
  });

  it('has no source maps, which change no version', async () => {
    const dist = await build(name, 'one');
    await command('publish', name, dist);
    await writeFiles(dist, { 'assets/page.5e6f7a8b9c.css.map': '{"version":3}' });
    expect(await command('publish', name, dist, '--ensure')).toMatch(/nothing to do/);
    await writeFiles(dist, { 'static/other.js': 'export {};' });
    await command('publish', name, dist);
    const published = await readdir(place.registry, { recursive: true });
    expect(published).toContainEqual(expect.stringMatching(/static\/other\.js$/));
    expect(published.filter((file) => /\.map(\.|$)/.test(file))).toEqual([]);
  });

  it('is not published twice: refused, or with --ensure made current, or with --if-new left as it is', async () => {
    const [first = '', second = ''] = await publishAll(name, 'one', 'two');
    const [one, two] = [await build(name, 'one'), await build(name, 'two')];
    const later = new Date(Date.now() + 60_000);
    await utimes(join(two, (await filesBelow(two))[0] ?? ''), later, later);
    const unchanged = async (...args: string[]): Promise<string> => {
      const before = await contents();
      const message = await command('publish', name, ...args).catch(String);
      expect(await contents()).toBe(before);
      return message;
    };
    expect(await unchanged(one)).toMatch(
      new RegExp(`${first} is published already, since \\S+Z: "current" moves`),
    );
    expect(await unchanged(two, '--ensure')).toBe(`${name} ${second} is current already: nothing to do`);
    expect(await unchanged(two, '--ensure', '--if-new')).toContain('Either --ensure or --if-new');
    await command('rollback', name);
    expect(await unchanged(two, '--if-new')).toBe(
      `${name} ${second} was published before; ${name} stays at ${first}: "current" moves to it`,
    );
    expect(await command('publish', name, await build(name, 'three'), '--if-new')).toMatch(/is now current/);
    await command('publish', name, two, '--ensure');
    expect(entry(name).version).toBe(second);
  });

  it('gets removed files back when it is published again', async () => {
    const [version = ''] = await publishAll(name, 'one');
    await rm(join(place.registry, name), { recursive: true });
    await command('publish', name, await build(name, 'one'), '--ensure');
    expect(await kept(name)).toEqual([version]);
    registry.expectWhole(name);
  });

  it('moves to the version before, and to any other by its first digits', async () => {
    const [first = '', second = ''] = await publishAll(name, 'one', 'two');
    expect(await command('current', name)).toBe(`${name} ${second} is current`);
    const before = entry(name);
    expect(await command('rollback', name)).toBe(`${name} is back at ${first}`);
    expect(entry(name)).toMatchObject({
      version: first,
      versions: [{ version: first }, { version: second, rolledBack: true }],
    });
    registry.expectWhole(name);
    await expect(command('rollback', name)).rejects.toThrow(`has no version before ${first} to roll back to`);
    await expect(command('current', name, 'xyz')).rejects.toThrow(
      `no version "xyz"; it has ${first}, ${second}`,
    );
    expect(await command('current', name, second.slice(0, 6))).toBe(`${name} ${second} is current`);
    expect(entry(name)).toMatchObject({ ...before, since: expect.any(String), versions: expect.any(Array) });
    registry.expectWhole(name);
  });

  it('does not move to changed or missing files', async () => {
    const [first = '', second] = await publishAll(name, 'one', 'two');
    const files = join(place.registry, name, first);
    const script = (await filesBelow(files)).find((file) => file.endsWith('.js')) ?? '';
    await writeFile(join(files, script), 'something else');
    await expect(command('rollback', name)).rejects.toThrow(/differ from those that were published/);
    await rm(files, { recursive: true });
    await expect(command('rollback', name)).rejects.toThrow(/are missing: publish it again/);
    expect(entry(name).version).toBe(second);
    registry.expectWhole(name);
  });

  it('keeps the last five versions, a pinned one and the one before it, and nothing of a killed publisher', async () => {
    const [first = '', second = ''] = await publishAll(name, 'one', 'two');
    await command('pin', name, first);
    expect(await command('publish', name, await build(name, 'three'))).toMatch(
      new RegExp(`is published; ${name} stays pinned at ${first}`),
    );
    expect(await command('list')).toMatch(new RegExp(`^${name} +${first} +live, pinned `, 'm'));
    await writeFiles(join(place.registry, name, '0123456789ab'), { 'mf-manifest.json': '{}' });
    const last = await publishAll(name, 'four', 'five', 'six', 'seven', 'eight');
    expect(await kept(name)).toEqual([first, second, ...last].sort());
    expect(entry(name).version).toBe(first);
    await command('unpin', name);
    expect(entry(name).version).toBe(first);
    const [ninth = '', tenth = ''] = await publishAll(name, 'nine', 'ten');
    expect(entry(name).version).toBe(tenth);
    const listed = entry(name).versions.map(({ version }) => version);
    expect(listed.slice(0, 2)).toEqual([tenth, ninth]);
    expect(listed).toHaveLength(5);
    expect(await kept(name)).toEqual(listed.toSorted());
    registry.expectWhole(name);
  });
});

it('a second rollback goes further back, not forward again to a version that was rolled back', async () => {
  const [, good] = await publishAll('maintenance', 'oldest', 'good');
  for (const attempt of ['bad1', 'bad2', 'bad3', 'bad4', 'bad5', 'bad6']) {
    await publishAll('maintenance', attempt);
    rollBack(place.registry, 'maintenance', { by: 'kim' });
    expect(entry('maintenance').version).toBe(good);
  }
  await publishAll('maintenance', 'better', 'still better');
  for (let times = 0; times < 2; times += 1) rollBack(place.registry, 'maintenance', { by: 'kim' });
  expect(entry('maintenance').version).toBe(good);
});

it('a site serves the hashed files of all its versions, and of older ones only shared files', async () => {
  const served = async () =>
    (await filesBelow(join(place.registry, 'shell/assets'))).filter((file) => !/\.(br|gz)$/.test(file));
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
  await publishAll('shell', ...texts.slice(0, 5));
  expect(await served()).toEqual([shared, ...texts.slice(0, 5).map(own)].sort());
  // What a killed publisher left.
  await writeFiles(join(place.registry, 'shell'), {
    'assets/.main.0123456789.js.part': '',
    '.current.next': '',
  });
  await publishAll('shell', 'f');
  expect(await served()).toEqual([shared, ...texts.slice(1).map(own)].sort());
  expect((await readdir(join(place.registry, 'shell'))).sort()).toEqual(
    ['assets', 'current', ...(await kept('shell'))].sort(),
  );
});

it('any command repairs the pointer of a site to a missing version', async () => {
  const [version] = await publishAll('shell', 'one');
  const pointer = join(place.registry, 'shell/current');
  await rm(pointer);
  await symlink('0123456789ab', pointer);
  await publishAll('maintenance', 'one');
  expect(servedVersion(place.registry, 'shell')).toBe(version);
});

it('loses nothing when several publishers run at once', async () => {
  const texts = Array.from({ length: isNightly ? 8 : 2 }, (_, index) => `text-${index}`);
  const dists = names.flatMap((name) => texts.map(async (text) => ({ name, dist: await build(name, text) })));
  await Promise.all((await Promise.all(dists)).map(({ name, dist }) => elsewhere('publish', name, dist)));
  expect(moves()).toHaveLength(names.length * texts.length);
  for (const name of names) {
    const listed = entry(name).versions.map(({ version }) => version);
    expect(listed).toHaveLength(Math.min(texts.length, 5));
    expect(await kept(name)).toEqual(listed.toSorted());
    // Each move begins where the one before it ended.
    const chain = moves().filter((move) => move.remote === name);
    expect(chain.map(({ from }) => from)).toEqual([null, ...chain.slice(0, -1).map(({ to }) => to)]);
    if (isSite(name)) expect(servedVersion(place.registry, name)).toBe(entry(name).version);
    registry.expectWhole(name);
  }
  expect((await readdir(place.registry)).filter((name) => name.startsWith('.staging'))).toEqual([]);
});

it('waits for a running publisher, not for a killed one', async () => {
  await publishAll('maintenance', 'one');
  const program = `
    import { takeFileLock } from ${JSON.stringify(join(import.meta.dirname, '../src/file-lock.ts'))};
    const lock = takeFileLock(process.argv[1], 0);
    console.log('locked');
    setInterval(() => lock, 1000);`;
  const args = ['--input-type=module', '--eval', program, join(place.registry, '.lock')];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const publication = elsewhere('publish', 'locations', await build('locations', 'two'));
  const first = await Promise.race([publication, sleep(1000, 'waits')]);
  holder.kill('SIGKILL');
  await publication;
  expect(first).toBe('waits');
  expect(read().remotes.map(({ name }) => name)).toEqual(['locations', 'maintenance']);
});

it('keeps unknown fields that a later version wrote, and does not overwrite a registry that it cannot read', async () => {
  await publishAll('maintenance', 'one');
  const file = join(place.registry, 'registry.json');
  const extended = { schema: 2, remotes: [{ ...entry('maintenance'), colour: 'red' }] };
  await writeFile(file, JSON.stringify(extended));
  await publishAll('maintenance', 'two');
  expect(JSON.parse(await contents())).toMatchObject({ schema: 2, remotes: [{ colour: 'red' }] });
  await writeFile(file, '{ "remotes": [');
  await expect(publishAll('maintenance', 'three')).rejects.toThrow(/registry\.json/);
  expect(await contents()).toBe('{ "remotes": [');
});

it('publishes an intake of the release before, which has no pages of work orders, but not without others', async () => {
  const dist = await build('intake', 'one');
  for (const page of sites.intake.addedPages) await rm(join(dist, page));
  await command('publish', 'intake', dist);
  expect(servedVersion(place.registry, 'intake')).toBeDefined();
  await rm(join(dist, 'track.es.html'));
  await expect(command('publish', 'intake', dist)).rejects.toThrow(/has no track\.es\.html/);
});

describe('what is refused, and changes nothing', () => {
  it.each<[name: string, message: RegExp]>([
    ...['Maintenance', '../maintenance', 'a/b', '', 'x'.repeat(41)].map((name): [string, RegExp] => [
      name,
      /no name for a remote|Usage/,
    ]),
    ...['gateway', 'registry', 'remotes'].map((name): [string, RegExp] => [name, /is taken/]),
    ['maintenance', /has no mf-manifest\.json: build the remote first/],
    ['shell', /has no index\.html: build the shell first/],
    ['intake', /has no job\.es\.html: build the intake first/],
  ])('"%s", without its first or last page or its manifest: %s', async (name, message) => {
    const dist = /^[a-z]+$/.test(name) ? await build(name, 'one') : place.folder;
    for (const file of ['mf-manifest.json', 'index.html', 'job.es.html'])
      await rm(join(dist, file), { force: true });
    await expect(command('publish', name, dist)).rejects.toThrow(message);
    expect(registry.isEmpty()).toBe(true);
  });

  it('a page that refers to a file missing from the build', async () => {
    const dist = await build('shell', 'one');
    await rm(join(dist, 'assets', own('one')));
    await expect(command('publish', 'shell', dist)).rejects.toThrow(
      `index.html refers to assets/${own('one')}, which is not in the build`,
    );
    expect(registry.isEmpty()).toBe(true);
  });

  it('other content at an address that browsers cache', async () => {
    const [first] = await publishAll('shell', 'one');
    const dist = await build('shell', 'two', { [`assets/${shared}`]: 'export const changed = 1;\n' });
    await expect(command('publish', 'shell', dist)).rejects.toThrow(
      `assets/${shared} is already published with other content`,
    );
    expect([servedVersion(place.registry, 'shell'), await kept('shell')]).toEqual([first, [first]]);
  });

  it.each(['disable', 'enable'])('to %s the shell: its pages would be missing', async (name) => {
    await publishAll('shell', 'one');
    await expect(command(name, 'shell')).rejects.toThrow(
      'The shell cannot be disabled: its pages would be missing',
    );
    expect(moves()).toHaveLength(1);
  });
});
