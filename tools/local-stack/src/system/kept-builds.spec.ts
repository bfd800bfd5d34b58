import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptBuilds } from './kept-builds.ts';

let stateDir: string;
let builds: KeptBuilds;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'builds-'));
  builds = new KeptBuilds(stateDir, 'svc-core');
  mkdirSync(join(stateDir, 'services/svc-core'), { recursive: true });
});
afterEach(() => rmSync(stateDir, { recursive: true }));

it('returns to the previous version, as long as there is one', () => {
  expect(() => builds.previous()).toThrow('There is no previous build to roll back to');
  builds.setCurrent('a');
  expect(() => builds.previous()).toThrow('There is no previous build to roll back to');
  builds.setCurrent('b');
  expect(builds.previous()).toBe('a');
  builds.dropCurrent();
  expect(builds.versions()).toEqual(['a']);
});

it('treats a repeated version as the newest', () => {
  for (const version of ['a', 'b', 'a']) builds.setCurrent(version);
  expect(builds.versions()).toEqual(['b', 'a']);
});

it('keeps five versions', () => {
  for (const version of ['a', 'b', 'c', 'd', 'e', 'f']) {
    mkdirSync(builds.folderOf(version));
    builds.setCurrent(version);
  }
  expect(builds.versions()).toEqual(['b', 'c', 'd', 'e', 'f']);
  expect(['a', 'b'].map((version) => existsSync(builds.folderOf(version)))).toEqual([false, true]);
});
