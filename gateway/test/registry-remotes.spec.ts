import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from './builds.ts';
import { useRegistry } from './fresh-registry.ts';
import { words } from './running-gateway.ts';

const { place, build, command, publishAll, read, contents, isEmpty, entry, kept } = useRegistry();

const inbox = {
  path: '/inbox',
  title: 'Inbox',
  icon: 'inbox',
  roles: ['admin', 'district_manager'],
  group: 'main',
  order: 20,
};

/** Publishes a build with this remote.json; `text` makes it another version. */
const declare = async (name: string, declared: object, text = name): Promise<string> => {
  const json = JSON.stringify({ name, contract: 2, screens: [], headerItem: false, live: {}, ...declared });
  return command('publish', name, await build(name, text, { 'remote.json': json }));
};
/** The same with screens at these paths. */
const declarePaths = (name: string, paths: string[], text?: string): Promise<string> =>
  declare(name, { screens: paths.map((path) => ({ ...inbox, path })) }, text);

describe('the registry', () => {
  it('records the hash of each file, the contract and the commit', async () => {
    const declared = { screens: [inbox], headerItem: true, live: { inbox_item: ['/api/inbox'] } };
    await declare('inbox', declared);
    const { version, integrity = {}, ...rest } = entry('inbox');
    expect(rest).toMatchObject({
      manifest: `/remotes/inbox/${version}/mf-manifest.json`,
      contract: 2,
      commit: null,
      ...declared,
      // Pages load the first files early by the manifest, which is copied without its shared modules.
      build: { ...manifest('inbox'), shared: [] },
    });
    const files = words('mf-manifest.json remote.json remoteEntry.0a1b2c3d4e.js static/page.5e6f7a8b9c.js');
    expect(Object.keys(integrity).sort()).toEqual(files);
    for (const file of files) {
      const hash = createHash('sha384').update(await readFile(join(place.folder, 'inbox-inbox', file)));
      expect(integrity[file]).toBe(`sha384-${hash.digest('base64')}`);
    }
  });

  it('asks git for the commit of the build', async () => {
    const dist = await build('maintenance', 'one');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', dist, ...args], { encoding: 'utf8' }).trim();
    const author = ['-c', 'user.name=Kim', '-c', 'user.email=kim@example.com'];
    git('init', '--quiet');
    git('add', '.');
    git(...author, 'commit', '--quiet', '--message', 'Build');
    const commit = git('rev-parse', 'HEAD');
    await rename(join(dist, '.git'), join(place.folder, '.git'));
    await command('publish', 'maintenance', dist);
    expect(entry('maintenance').commit).toBe(`${commit}-dirty`);
  });

  it('has what a build of contract 1 does not declare as empty', async () => {
    const json = JSON.stringify({ name: 'maintenance', contract: 1 });
    await command('publish', 'maintenance', await build('maintenance', 'one', { 'remote.json': json }));
    await publishAll('locations', 'two');
    expect(read().remotes).toMatchObject([
      { name: 'locations', contract: null, screens: [], headerItem: false, live: {} },
      { name: 'maintenance', contract: 1, screens: [], headerItem: false, live: {} },
    ]);
  });

  it('does not list a remote as loaded while it is switched off, but moves it', async () => {
    const [first] = await publishAll('maintenance', 'one');
    await publishAll('locations', 'two');
    await command('disable', 'maintenance', '--reason', 'it deletes tickets');
    expect(read()).toMatchObject({
      remotes: [{ name: 'locations' }],
      disabled: [{ name: 'maintenance', version: first }],
    });
    const three = await build('maintenance', 'three');
    expect(await command('publish', 'maintenance', three)).toMatch(/is now current, and still switched off/);
    await command('enable', 'maintenance');
    expect(read()).toMatchObject({ remotes: [{ name: 'locations' }, { name: 'maintenance' }], disabled: [] });
    expect(entry('maintenance').version).not.toBe(first);
  });
});

describe('a build is refused, and changes nothing,', () => {
  it.each<[what: string, file: string, text: string, sentence: RegExp]>([
    ...['{ "id": 7', '{ "id": "maintenance" }', '[]'].map((text): [string, string, string, RegExp] => [
      `with the manifest ${text}`,
      'mf-manifest.json',
      text,
      /mf-manifest\.json is not the manifest of a remote: build the remote again/,
    ]),
    [
      'of another',
      'remote.json',
      '{ "name": "locations", "contract": 1 }',
      /is a build of locations, not of mai/,
    ],
    ['with an empty declaration', 'remote.json', '{}', /build the remote again/],
  ])('%s', async (_what, file, text, sentence) => {
    const dist = await build('maintenance', 'one', { [file]: text });
    await expect(command('publish', 'maintenance', dist)).rejects.toThrow(sentence);
    expect(isEmpty()).toBe(true);
  });

  const six = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'].map((name) => ({ ...inbox, path: `/${name}` }));
  it.each<[what: string, screen: object, sentence: RegExp]>([
    ...['/admin', '/r', '/'].map((path): [string, object, RegExp] => [
      `the reserved path ${path}`,
      { path },
      /this path is reserved[^]*screens\[0\]\.path/,
    ]),
    ['two segments', { path: '/inbox/all' }, /a slash and 2 to 31 lowercase letters/],
    ['another site', { path: '//evil.example' }, /a path is a slash/],
    ['a long title', { title: 'a'.repeat(41) }, /screens\[0\]\.title/],
    ['no title', { title: ' ' }, /screens\[0\]\.title/],
    ['no role', { roles: [] }, /screens\[0\]\.roles/],
    ['an unknown role', { roles: ['guest'] }, /screens\[0\]\.roles/],
    ['an unknown group', { group: 'footer' }, /screens\[0\]\.group/],
    ['an icon that is an address', { icon: '/x.svg' }, /screens\[0\]\.icon/],
    ['an order above 999', { order: 1000 }, /screens\[0\]\.order/],
  ])('that declares a screen with %s', async (_what, screen, sentence) => {
    await expect(declare('inbox', { screens: [{ ...inbox, ...screen }] })).rejects.toThrow(sentence);
    expect(isEmpty()).toBe(true);
  });

  it.each<[what: string, declared: object, sentence: RegExp]>([
    ['one path twice', { screens: [inbox, inbox] }, /one path is declared twice/],
    ['six screens', { screens: six }, /5/],
    ['no list of screens', { screens: 'all' }, /screens/],
    ['live paths elsewhere', { live: { ticket: ['https://evil.example/'] } }, /live\.ticket/],
    ['a header item that is none', { headerItem: 'yes' }, /headerItem/],
  ])('that declares %s', async (_what, declared, sentence) => {
    await expect(declare('inbox', declared)).rejects.toThrow(sentence);
    expect(isEmpty()).toBe(true);
  });
});

describe('a path', () => {
  it.each(['', 'disable'])(
    'belongs to one remote: another is refused and leaves no files, also after %j',
    async (off) => {
      await declarePaths('inbox', ['/inbox']);
      if (off) await command(off, 'inbox');
      const before = await contents();
      await expect(declarePaths('outbox', ['/outbox', '/inbox'])).rejects.toThrow(
        /^outbox declares \/inbox, which is taken by inbox$/m,
      );
      expect([await contents(), await kept('outbox')]).toEqual([before, []]);
      await declarePaths('inbox', ['/inbox'], 'a newer version of the same');
    },
  );

  it.each([
    ['/tickets', 'maintenance'],
    ['/locations', 'locations'],
    ['/managers', 'employees'],
  ])('%s belongs to %s, published or not', async (path, owner) => {
    await expect(declarePaths('inbox', [path])).rejects.toThrow(`${path}, which is taken by ${owner}`);
    await declarePaths(owner, [path]);
  });

  it('can be taken once it is given up; versions that declare it then cannot be restored', async () => {
    await declarePaths('inbox', ['/inbox', '/outbox'], 'one');
    const { version } = entry('inbox');
    await declarePaths('inbox', ['/inbox'], 'two');
    expect(entry('inbox').screens).toMatchObject([{ path: '/inbox' }]);
    await command('rollback', 'inbox');
    expect(entry('inbox').screens).toMatchObject([{ path: '/inbox' }, { path: '/outbox' }]);
    await declarePaths('inbox', ['/inbox'], 'three');
    await declarePaths('outbox', ['/outbox']);
    const before = await contents();
    for (const args of [
      ['rollback', 'inbox'],
      ['current', 'inbox', version],
      ['pin', 'inbox', version],
    ])
      await expect(command(...args)).rejects.toThrow(/^inbox declares \/outbox, which is taken by outbox$/m);
    expect(await contents()).toBe(before);
  });
});
