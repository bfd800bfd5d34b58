import { describe, expect, it } from '@jest/globals';
import { acceptsContract, CONTRACT, declareRemote, defineRemote, parseRegistry } from './index.ts';

describe('the contract', () => {
  it('is stamped on a remote', () => {
    const Screen = () => null;
    const HeaderItem = () => null;
    const inbox = declareRemote({
      name: 'inbox',
      screens: [
        { path: '/inbox', title: 'Inbox', icon: 'inbox', roles: ['admin'], group: 'main', order: 20 },
      ],
      headerItem: true,
    });
    const screens = { '/inbox': Screen, '/inbox/settings': Screen };
    expect(defineRemote(inbox, { screens, HeaderItem })).toEqual({
      contract: CONTRACT,
      name: 'inbox',
      screens,
      HeaderItem,
    });
  });

  it('is accepted by the shell of this version, and those before', () => {
    expect([1, CONTRACT, CONTRACT + 1].map((n) => acceptsContract(n))).toEqual([true, true, false]);
  });

  it.each([
    [1, 1, true],
    [2, 1, false],
    // There never was a contract 0.
    [0, 1, false],
    [2, 2, true],
    [1, 2, true],
    [0, 2, false],
    [3, 2, false],
    [1, 3, true],
    ['2', 2, false],
    [undefined, 2, false],
  ])('%p in a shell of contract %p: %s', (number, current, accepted) => {
    expect(acceptsContract(number, current)).toBe(accepted);
  });
});

describe('a registry', () => {
  const entry = (name = 'maintenance', version = 'a1b2') => ({
    name,
    version,
    manifest: `/remotes/${name}/${version}/mf-manifest.json`,
  });

  const unsaid = {
    contract: null,
    integrity: null,
    since: null,
    commit: null,
    pinned: false,
    screens: [],
    headerItem: false,
    live: {},
    build: null,
  };
  const hash = `sha384-${'A'.repeat(64)}`;

  it('ignores unknown members and adds defaults for missing ones', () => {
    const document = { remotes: [{ ...entry(), colour: 'red' }, entry('locations')], madeAt: 'today' };
    expect(parseRegistry(document)).toEqual({
      remotes: [
        { ...entry(), ...unsaid },
        { ...entry('locations'), ...unsaid },
      ],
      disabled: [],
    });
  });

  it('lists live and disabled remotes with their hashes', () => {
    const said = {
      contract: 1,
      integrity: { 'mf-manifest.json': hash },
      since: '2026-01-01T00:00:00.000Z',
      commit: 'c0ffee',
      pinned: true,
      screens: [
        { path: '/inbox', title: 'Inbox', icon: 'inbox', roles: ['admin'], group: 'main', order: 20 },
      ],
      headerItem: true,
      live: { inbox_item: ['/api/inbox'] },
      build: { id: 'maintenance' },
    };
    const document = { remotes: [{ ...entry(), ...said }], disabled: [entry('locations')] };
    expect(parseRegistry(document)).toEqual({
      remotes: [{ ...entry(), ...said }],
      disabled: [{ ...entry('locations'), ...unsaid }],
    });
  });

  it('ignores only the screens that cannot be read', () => {
    const screens = [{ path: '/Bad' }];
    const document = { remotes: [{ ...entry(), screens, headerItem: 'yes', live: [] }, entry('locations')] };
    expect(parseRegistry(document).remotes).toEqual([
      { ...entry(), ...unsaid },
      { ...entry('locations'), ...unsaid },
    ]);
  });

  const one = (more: object) => ({ remotes: [{ ...entry(), ...more }] });
  const hashed = (value: string) => one({ integrity: { 'a.js': value } });
  const noList = 'the registry has no list of remotes';
  const noName = 'remotes[0].name is not a name';
  const noVersion = 'remotes[0].version is not a version';
  const otherManifest = 'remotes[0].manifest is not /remotes/maintenance/a1b2/mf-manifest.json';
  const twice = 'a remote is named twice in the registry';
  const noHash = 'remotes[0].integrity has no hash';
  it.each([
    ['nothing', undefined, noList],
    ['a list', [], noList],
    ['no list', { remotes: {} }, noList],
    ['an entry that is no object', { remotes: ['maintenance'] }, 'remotes[0] is not an object'],
    ['no name', one({ name: undefined }), noName],
    ['a name with a path in it', { remotes: [entry('../x')] }, noName],
    ['a name that climbs at its end', { remotes: [entry('x/..')] }, noName],
    ['no version', one({ version: 7 }), noVersion],
    ['a version that climbs', { remotes: [entry('maintenance', '..')] }, noVersion],
    ['a version that climbs at its start', { remotes: [entry('maintenance', '../a1')] }, noVersion],
    ['a version that climbs at its end', { remotes: [entry('maintenance', 'a1/..')] }, noVersion],
    ['files elsewhere', one({ manifest: 'https://evil.example/mf-manifest.json' }), otherManifest],
    ['files of another', one({ manifest: entry('locations').manifest }), otherManifest],
    ['one name twice', { remotes: [entry(), entry('maintenance', 'c3')] }, twice],
    ['one name live and switched off', { remotes: [entry()], disabled: [entry()] }, twice],
    ['something before a hash', hashed(`x ${hash}`), noHash],
    ['something after a hash', hashed(`${hash} x`), noHash],
    ['hashes that are none', hashed(''), noHash],
    ['something else for hashes', one({ integrity: 'sha256-x' }), 'remotes[0].integrity is not an object'],
  ])('is rejected with %s, with a message that says where', (_what, document, message) => {
    expect(() => parseRegistry(document)).toThrow(new Error(message));
  });
});
