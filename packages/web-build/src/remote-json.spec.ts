import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack from 'webpack';
import { CONTRACT, type RemoteDeclaration } from '@mainstay/remote-contract';
import { RemoteJson } from './remote-json.ts';

const inbox: RemoteDeclaration = {
  name: 'inbox',
  screens: [{ path: '/inbox', title: 'Inbox', icon: 'inbox', roles: ['admin'], group: 'main', order: 20 }],
};

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'remote-json-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

const build = (remote: RemoteDeclaration): Promise<void> =>
  new Promise((resolve, reject) => {
    const plugins = [new RemoteJson(remote)];
    webpack({ mode: 'none', entry: {}, output: { path: dist }, plugins }, (error) =>
      error ? reject(error) : resolve(),
    );
  });

it('contains the name, the contract and the declaration', async () => {
  const declared = { ...inbox, headerItem: true, live: { inbox_item: ['/api/inbox'] } };
  await build(declared);
  expect(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8'))).toEqual({
    contract: CONTRACT,
    ...declared,
  });
});

it('stops the build if the declaration violates a rule', () => {
  const screens = inbox.screens.map((screen) => ({ ...screen, path: '/admin' as const }));
  expect(() => new RemoteJson({ ...inbox, screens })).toThrow(
    'The remote inbox declares a screen /admin that has a path that is reserved',
  );
});
