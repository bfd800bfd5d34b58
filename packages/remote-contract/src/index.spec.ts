import { describe, expect, it } from '@jest/globals';
import { acceptsContract, CONTRACT, defineRemote, parseRegistry } from './index.ts';

describe('the contract', () => {
  it('is stamped on a remote', () => {
    const Screen = () => null;
    expect(defineRemote({ name: 'maintenance', Screen })).toEqual({
      contract: CONTRACT,
      name: 'maintenance',
      Screen,
    });
  });

  it.each([
    [CONTRACT, true],
    [CONTRACT + 1, false],
    [CONTRACT - 2, false],
    // There never was a contract 0; from 2 on, the one before is accepted too.
    [0, false],
    [String(CONTRACT), false],
    [undefined, false],
  ])('accepts %p: %s', (number, accepted) => {
    expect(acceptsContract(number)).toBe(accepted);
  });
});

describe('a registry', () => {
  const entry = (name = 'maintenance', version = 'a1b2') => ({
    name,
    version,
    manifest: `/remotes/${name}/${version}/mf-manifest.json`,
  });

  const unsaid = { contract: null, integrity: null, since: null, commit: null, pinned: false };
  const hash = `sha384-${'A'.repeat(64)}`;

  it('is read without what this version does not know, and with what an older one did not say', () => {
    const document = { remotes: [{ ...entry(), colour: 'red' }, entry('locations')], madeAt: 'today' };
    expect(parseRegistry(document)).toEqual({
      remotes: [
        { ...entry(), ...unsaid },
        { ...entry('locations'), ...unsaid },
      ],
      disabled: [],
    });
  });

  it('says what is live and what is switched off, each with its hashes', () => {
    const said = {
      contract: 1,
      integrity: { 'mf-manifest.json': hash },
      since: '2026-01-01T00:00:00.000Z',
      commit: 'c0ffee',
      pinned: true,
    };
    const document = { remotes: [{ ...entry(), ...said }], disabled: [entry('locations')] };
    expect(parseRegistry(document)).toEqual({
      remotes: [{ ...entry(), ...said }],
      disabled: [{ ...entry('locations'), ...unsaid }],
    });
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['no list', { remotes: {} }],
    ['an entry that is no object', { remotes: ['maintenance'] }],
    ['no name', { remotes: [{ ...entry(), name: undefined }] }],
    ['a name with a path in it', { remotes: [entry('../x')] }],
    ['no version', { remotes: [{ ...entry(), version: 7 }] }],
    ['a version that climbs', { remotes: [entry('maintenance', '..')] }],
    ['files elsewhere', { remotes: [{ ...entry(), manifest: 'https://evil.example/mf-manifest.json' }] }],
    ['files of another', { remotes: [{ ...entry(), manifest: entry('locations').manifest }] }],
    ['one name twice', { remotes: [entry(), entry('maintenance', 'c3')] }],
    ['one name live and switched off', { remotes: [entry()], disabled: [entry()] }],
    ['hashes that are none', { remotes: [{ ...entry(), integrity: { 'a.js': '' } }] }],
    ['something else for hashes', { remotes: [{ ...entry(), integrity: 'sha256-x' }] }],
  ])('is refused with %s', (_what, document) => {
    expect(() => parseRegistry(document)).toThrow();
  });
});
