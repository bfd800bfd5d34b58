import { beforeAll, describe, expect, it } from '@jest/globals';
import { listed } from '../../test/shell-api.ts';
import { guard, integrityOf, trust } from './integrity.ts';

const hash = (digest: string) => `sha384-${digest.padEnd(64, 'B')}`;
beforeAll(() =>
  trust(
    listed('maintenance', {
      integrity: { 'mf-manifest.json': hash('manifest'), 'parts/a b.js': hash('part') },
    }),
  ),
);

it('requests a style sheet by its own URL until it fails', () => {
  const ask = () => {
    const link = document.createElement('link');
    link.href = '/remotes/maintenance/v1/parts/a%20b.css';
    guard(link);
    return link;
  };
  ask();
  const second = ask();
  expect(second.href).toMatch(/b\.css$/);
  second.dispatchEvent(new Event('error'));
  expect(ask().href).toMatch(/b\.css\?again=\d+$/);
});

describe('the hash that a file must have', () => {
  it('is the published one', () => {
    expect(integrityOf('/remotes/maintenance/v1/parts/a%20b.js?again=1')).toBe(hash('part'));
  });

  it.each([
    ['an unknown file', '/remotes/maintenance/v1/parts/c.js'],
    ['a member of every object', '/remotes/maintenance/v1/constructor'],
    ['another version', '/remotes/maintenance/v2/parts/a%20b.js'],
    ['an empty segment', '/remotes//maintenance/v1/parts/a%20b.js'],
    ['an escaped letter', '/%72emotes/maintenance/v1/parts/a%20b.js'],
    ['a file of no remote', '/api/attachments/objects/script.js'],
    ['an address below /assets/ that is written in another way', '/assets/%2e%2e/remotes/script.js'],
    ['another origin', 'https://elsewhere.example/assets/main.js'],
    ['a script in its address', 'data:text/javascript,alert(1)'],
  ])('is one that nothing has, for %s', (_what, address) => {
    expect(integrityOf(address)).toBe(`sha384-${'A'.repeat(64)}`);
  });

  it('is none for the files of the shell', () => {
    expect(integrityOf('/assets/main.js')).toBe('');
  });

  it('is set on files that the shell or the remote itself requests', () => {
    expect(Reflect.get(globalThis, 'mainstayGuard')).toBe(guard);
    const script = document.createElement('script');
    script.src = '/remotes/maintenance/v1/parts/a%20b.js';
    guard(script);
    expect(script.integrity).toBe(hash('part'));
  });
});
