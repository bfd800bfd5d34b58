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

  it('is read without what this version does not know', () => {
    const document = {
      remotes: [{ ...entry(), integrity: 'sha256-x' }, entry('locations')],
      madeAt: 'today',
    };
    expect(parseRegistry(document)).toEqual({ remotes: [entry(), entry('locations')] });
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
  ])('is refused with %s', (_what, document) => {
    expect(() => parseRegistry(document)).toThrow();
  });
});
