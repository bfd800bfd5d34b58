import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documents, paths, read, root } from './files.ts';

/** Whatever may name an image, templates of domains included. */
const files = [
  ...paths('{,.devcontainer/,{svc,mf}-*/}Dockerfile'),
  ...paths('{,{svc,mf}-*/}{docker-,}compose.yml'),
  ...paths('{tools/deploy,{svc,mf}-*}/kubernetes/*/*.yaml'),
  ...paths('.github/workflows/*.yml'),
  ...paths('tools/new-domain/templates/*/**/*.{yml,yaml}.hbs'),
  '.devcontainer/devcontainer.json',
];

/** The images of others in a file: not ours, which are built here, and not stages of a Dockerfile. */
function foreignIn(text: string): string[] {
  const stages = [...text.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, stage]) => stage);
  const named = /(?:^FROM |(?:^|[{,]) *(?:- )?"?(?:image|container)"?: *["']?|docker:\/\/)([\w./${}@:-]+)/gm;
  return [...text.matchAll(named)]
    .map(([, image = '']) => image)
    .filter((image) => !stages.includes(image) && image !== 'scratch' && !image.startsWith('mainstay/'));
}

const pinned = /^[a-z0-9./-]+:[\w.-]*\d[\w.-]*@sha256:[0-9a-f]{64}$/;

describe('pin.sh', () => {
  let checkout: string;
  const now = (file: string) => readFileSync(join(checkout, file), 'utf8');
  /** Runs it with a registry that has this digest behind every tag. */
  function pin(digest: string): void {
    writeFileSync(join(checkout, 'docker'), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
    execFileSync(join(checkout, 'tools/deploy/images/pin.sh'), {
      env: { PATH: `${checkout}:${process.env['PATH'] ?? ''}` },
    });
  }
  const first = `sha256:${'1'.repeat(64)}`;
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'images-'));
    for (const file of [...files, 'tools/deploy/images/pin.sh'])
      cpSync(join(root, file), join(checkout, file));
    pin(first);
  });
  afterAll(() => rmSync(checkout, { recursive: true }));

  it('gives every foreign image of the repository a digest: none is named where it does not look', () => {
    const foreign = files.flatMap((file) => foreignIn(now(file)));
    expect(foreign.length).toBeGreaterThan(6);
    expect(foreign.filter((image) => !pinned.test(image))).toEqual([]);
  });

  it('changes nothing but tags without a digest', () => {
    for (const file of files) {
      const before = read(file);
      expect(now(file).replaceAll(`@${first}`, '')).toBe(before.replaceAll(`@${first}`, ''));
    }
    const after = files.map(now);
    pin(`sha256:${'2'.repeat(64)}`);
    expect(files.map(now)).toEqual(after);
  });

  it('fails when the registry returns no digest', () => {
    writeFileSync(join(checkout, 'Dockerfile'), 'FROM node:24.21.0-bookworm-slim AS node\n');
    expect(() => pin('unauthorized')).toThrow(/the registry returned no digest/);
  });
});

it('builds of hosted CI are from digests, and Dependabot keeps those of the files that have them', () => {
  const workflow = read('.github/workflows/deployables.yml');
  const [pins, builds] = ['run: tools/deploy/images/pin.sh', 'docker compose "${files[@]}" build'].map(
    (text) => workflow.indexOf(text),
  );
  expect(pins).toBeGreaterThan(0);
  expect(builds).toBeGreaterThan(pins ?? Infinity);
  const [{ updates } = { updates: [] }] = documents('.github/dependabot.yml') as { updates: object[] }[];
  expect(updates).toMatchObject([
    { 'package-ecosystem': 'docker', directories: ['/', '/.devcontainer'] },
    { 'package-ecosystem': 'docker-compose', directory: '/', ignore: [{ 'dependency-name': 'mainstay/*' }] },
  ]);
});
