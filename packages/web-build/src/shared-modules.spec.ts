import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumed, provided } from './shared-modules.ts';

const installed = join(import.meta.dirname, '../../../node_modules');

function versionOf(name: string): unknown {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined;
}

it('lists the installed versions', () => {
  for (const [request, { version }] of Object.entries(provided)) {
    const name = request.split('/').slice(0, request.startsWith('@') ? 2 : 1);
    expect([request, version]).toEqual([request, versionOf(name.join('/'))]);
  }
});

const {
  '@mainstay/web-kit': kitProvided,
  '@mainstay/web-kit/forms': formsProvided,
  ...modulesProvided
} = provided;
const {
  '@mainstay/web-kit': kitConsumed,
  '@mainstay/web-kit/forms': formsConsumed,
  ...modulesConsumed
} = consumed;

it('lets the shell provide every shared module, and remotes bundle none', () => {
  expect(Object.keys(modulesConsumed)).toEqual(Object.keys(modulesProvided));
  for (const [request, { shareKey, version }] of Object.entries(modulesProvided)) {
    expect(shareKey).toBe(request);
    expect(modulesConsumed[request]).toEqual({
      singleton: true,
      import: false,
      requiredVersion: `^${version}`,
    });
  }
});

it('shares web-kit between equal sources only, and lets a remote carry its own copy otherwise', () => {
  expect(kitProvided?.shareKey).toMatch(/^@mainstay\/web-kit#[0-9a-f]{12}$/);
  expect(kitConsumed).toEqual({ shareKey: kitProvided?.shareKey, singleton: true, requiredVersion: false });
  expect(formsProvided?.shareKey).toBe(`${kitProvided?.shareKey}/forms`);
  expect(formsConsumed).toEqual({
    shareKey: formsProvided?.shareKey,
    singleton: true,
    requiredVersion: false,
  });
});
