import { describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useRegistry } from './fresh-registry.ts';

const { place, build, remote, publish, read, readAll } = useRegistry();

const inbox = {
  path: '/inbox',
  title: 'Inbox',
  icon: 'inbox',
  roles: ['admin', 'district_manager'],
  group: 'main',
  order: 20,
};
const remoteJson = (name: string, screens: unknown, more: object = {}) => ({
  name,
  contract: 2,
  screens,
  headerItem: false,
  live: {},
  ...more,
});

/** Publishes a build with these paths; `text` makes it another version. */
const publishPaths = async (name: string, paths: string[], text = name): Promise<string> => {
  const screens = paths.map((path) => ({ ...inbox, path }));
  return publish(name, await build(text, remoteJson(name, screens)));
};

const contents = () => readFile(join(place.registry, 'registry.json'), 'utf8');

describe('what a remote declares', () => {
  it('is copied into the registry', async () => {
    const declared = { screens: [inbox], headerItem: true, live: { inbox_item: ['/api/inbox'] } };
    await publish('inbox', await build('one', remoteJson('inbox', [], declared)));
    expect(await read()).toMatchObject([{ name: 'inbox', contract: 2, ...declared }]);
  });

  it('is empty for a build of contract 1, which is published nevertheless', async () => {
    await publish('maintenance', await build('one', { name: 'maintenance', contract: 1 }));
    await publish('locations', await build('two'));
    expect(await read()).toMatchObject([
      { name: 'locations', contract: null, screens: [], headerItem: false, live: {} },
      { name: 'maintenance', contract: 1, screens: [], headerItem: false, live: {} },
    ]);
  });

  it('is restored with its version when the pointer moves', async () => {
    await publishPaths('inbox', ['/inbox'], 'one');
    await publishPaths('inbox', ['/inbox', '/outbox'], 'two');
    const paths = async () => (await read())[0]?.screens.map(({ path }) => path);
    expect(await paths()).toEqual(['/inbox', '/outbox']);
    await remote('rollback', 'inbox');
    expect(await paths()).toEqual(['/inbox']);
  });

  it.each([
    ['a reserved path', [{ ...inbox, path: '/admin' }], /this path is reserved[^]*screens\[0\]\.path/],
    ['the path of the public pages', [{ ...inbox, path: '/r' }], /this path is reserved/],
    ['the root', [{ ...inbox, path: '/' }], /this path is reserved/],
    ['two segments', [{ ...inbox, path: '/inbox/all' }], /a path is a slash and 2 to 31 lowercase letters/],
    ['another site', [{ ...inbox, path: '//evil.example' }], /a path is a slash/],
    ['a long title', [{ ...inbox, title: 'a'.repeat(41) }], /screens\[0\]\.title/],
    ['no title', [{ ...inbox, title: ' ' }], /screens\[0\]\.title/],
    ['no role', [{ ...inbox, roles: [] }], /screens\[0\]\.roles/],
    ['an unknown role', [{ ...inbox, roles: ['guest'] }], /screens\[0\]\.roles/],
    ['an unknown group', [{ ...inbox, group: 'footer' }], /screens\[0\]\.group/],
    ['an icon that is an address', [{ ...inbox, icon: '/x.svg' }], /screens\[0\]\.icon/],
    ['an order above 999', [{ ...inbox, order: 1000 }], /screens\[0\]\.order/],
    ['one path twice', [inbox, inbox], /one path is declared twice/],
    ['six screens', ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'].map((at) => ({ ...inbox, path: `/${at}` })), /5/],
    ['no list of screens', 'all', /screens/],
  ])('is refused with %s', async (_what, screens, sentence) => {
    await expect(publish('inbox', await build('one', remoteJson('inbox', screens)))).rejects.toThrow(
      sentence,
    );
    await expect(read()).rejects.toThrow(/ENOENT/);
  });

  it.each([
    ['live paths elsewhere', { live: { ticket: ['https://evil.example/'] } }, /live\.ticket/],
    ['a header item that is none', { headerItem: 'yes' }, /headerItem/],
  ])('is refused as a whole with %s', async (_what, more, sentence) => {
    const dist = await build('one', remoteJson('inbox', [inbox], more));
    await expect(publish('inbox', dist)).rejects.toThrow(sentence);
  });
});

describe('a path', () => {
  it('belongs to one remote: another one is refused and leaves no files', async () => {
    await publishPaths('inbox', ['/inbox']);
    const before = await contents();
    await expect(publishPaths('outbox', ['/outbox', '/inbox'])).rejects.toThrow(
      /^outbox declares \/inbox, which is taken by inbox$/m,
    );
    expect(await contents()).toBe(before);
    expect(await readdir(join(place.registry, 'outbox'))).toEqual([]);
    await publishPaths('inbox', ['/inbox'], 'a newer version of the same');
  });

  it('still belongs to its remote while that is switched off', async () => {
    await publishPaths('inbox', ['/inbox']);
    await remote('disable', 'inbox');
    await expect(publishPaths('outbox', ['/inbox'])).rejects.toThrow(/taken by inbox/);
    await remote('enable', 'inbox');
    expect(await read()).toMatchObject([{ name: 'inbox' }]);
  });

  it.each([
    ['/tickets', 'maintenance'],
    ['/locations', 'locations'],
    ['/managers', 'employees'],
  ])('%s belongs to %s, published or not', async (path, owner) => {
    await expect(publishPaths('inbox', [path])).rejects.toThrow(`${path}, which is taken by ${owner}`);
    await publishPaths(owner, [path]);
  });

  it('can be taken by another remote once given up; versions that declare it then cannot be restored', async () => {
    await publishPaths('inbox', ['/inbox', '/outbox'], 'one');
    const [first] = await read();
    await publishPaths('inbox', ['/inbox'], 'two');
    await publishPaths('outbox', ['/outbox']);
    const before = await readAll();
    const taken = /^inbox declares \/outbox, which is taken by outbox$/m;
    await expect(remote('rollback', 'inbox')).rejects.toThrow(taken);
    await expect(remote('current', 'inbox', first?.version ?? '')).rejects.toThrow(taken);
    await expect(remote('pin', 'inbox', first?.version ?? '')).rejects.toThrow(taken);
    expect(await readAll()).toEqual(before);
  });
});
