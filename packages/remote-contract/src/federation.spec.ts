import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharing } from './federation.ts';

const installed = join(import.meta.dirname, '../../../node_modules');

function versionOf(name: string): unknown {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined;
}

it('names the versions that are installed', () => {
  for (const [request, { version }] of Object.entries(sharing('shell'))) {
    const name = request.split('/').slice(0, request.startsWith('@') ? 2 : 1);
    expect([request, version]).toEqual([request, versionOf(name.join('/'))]);
  }
});

it('lets the shell provide everything and a remote bundle nothing', () => {
  const shell = sharing('shell');
  const remote = sharing('remote');
  expect(Object.keys(remote)).toEqual(Object.keys(shell));
  for (const [request, shared] of Object.entries(remote)) {
    expect(shared).toEqual({
      singleton: true,
      import: false,
      requiredVersion: shell[request]?.requiredVersion,
    });
  }
});
