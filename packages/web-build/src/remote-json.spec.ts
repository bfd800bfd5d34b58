import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
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

const build = (...given: ConstructorParameters<typeof RemoteJson>): Promise<void> =>
  new Promise((resolve, reject) => {
    const plugins = [new RemoteJson(...given)];
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

it('names the file of a picture, which has components without React', async () => {
  const source = join(dist, 'picture.tsx');
  const part = 'const Part = memo(({ title }: { title: string }) => <p className="title">{title}</p>);';
  const draw = 'globalThis.mainstayPicture = (title) => htmlOf(<Part title={title} />);';
  const imports = "import { htmlOf, memo } from 'react';";
  writeFileSync(source, [imports, part, draw].join('\n'));
  await build(inbox, { '/inbox': source });
  const [picture = ''] = readdirSync(dist).filter((file) => /^picture\.[0-9a-f]{10}\.js$/.test(file));
  expect(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8'))).toMatchObject({
    screens: [{ path: '/inbox', picture }],
  });
  const script = readFileSync(join(dist, picture), 'utf8');
  expect(script).not.toContain('react.transitional');
  const page = { mainstayPicture: (title: string): string => title };
  runInNewContext(script, page);
  expect(page.mainstayPicture('<b>')).toBe('<p class="title">&#60;b&#62;</p>');
});

it('stops the build if a picture cannot be built', async () => {
  await expect(build(inbox, { '/inbox': join(dist, 'nothing.tsx') })).rejects.toThrow(/nothing\.tsx/);
});

it('stops the build if the declaration violates a rule', () => {
  const screens = inbox.screens.map((screen) => ({ ...screen, path: '/admin' as const }));
  expect(() => new RemoteJson({ ...inbox, screens })).toThrow(
    'The remote inbox declares a screen /admin that has a path that is reserved',
  );
});
