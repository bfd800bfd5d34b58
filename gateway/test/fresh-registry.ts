import { afterEach, beforeEach, expect } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryOf } from '../src/pointer.ts';
import { registryCommand } from '../src/registry-command.ts';
import { readLog, readRegistry } from '../src/registry-file.ts';
import { isSite, servedVersion, type SiteName, sites } from '../src/served-sites.ts';
import { build as buildIn, publishBuild } from './builds.ts';
import { runScript } from './running-gateway.ts';

/** Gives each test of a file a fresh registry, and what is done to it. */
export function useRegistry() {
  /** Set before each test. */
  const place = { folder: '', registry: '' };

  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'mainstay-registry-'));
    place.registry = join(place.folder, 'registry');
  });
  afterEach(() => rm(place.folder, { recursive: true }));

  const env = () => ({ REGISTRY_DIR: place.registry, PUBLISHED_BY: 'kim' });
  const read = () => readRegistry(place.registry);
  return {
    place,
    build: (name: string, text: string, more?: object) => buildIn(place.folder, name, text, more),
    /** What a command prints. */
    command: (...args: string[]): Promise<string> => registryCommand(args, env()),
    /** The same in a process of its own. */
    elsewhere: (...args: string[]): Promise<string> => runScript('registry.ts', args, env()),
    /** Publishes one content after the other; their versions. */
    publishAll: async (name: string, ...texts: string[]): Promise<string[]> => {
      const versions: string[] = [];
      for (const text of texts) versions.push(await publishBuild(place.folder, name, text));
      return versions;
    },
    read,
    contents: () => readFile(join(place.registry, 'registry.json'), 'utf8'),
    isEmpty: () => !existsSync(join(place.registry, 'registry.json')),
    entry: (name: string) => entryOf(read(), name, place.registry),
    /** The versions of a name whose files are there. */
    kept: async (name: string): Promise<string[]> =>
      (await readdir(join(place.registry, name))).filter((each) => /^[0-9a-f]{12}$/.test(each)).sort(),
    moves: () => readLog(place.registry),
    /** Of a site: its pages are of one version, that of the registry, and all that they name is served with them. */
    expectWhole(name: string): void {
      if (isSite(name)) expectWholeSite(place.registry, name);
    },
  };
}

export function expectWholeSite(registry: string, site: SiteName): string | undefined {
  const folder = join(registry, site);
  const pages = sites[site].pages.map((page) => readFileSync(join(folder, 'current', page), 'utf8'));
  const texts = pages.map((page) => /<title>\S+ (\S+)<\/title>/.exec(page)?.[1]);
  expect(new Set(texts).size).toBe(1);
  for (const [, asset = ''] of pages.join('').matchAll(/"[a-z/]*(\/assets\/[^"]+)"/g)) {
    for (const ending of ['', '.br', '.gz'])
      expect([asset, existsSync(join(folder, asset + ending))]).toEqual([asset, true]);
  }
  return servedVersion(registry, site);
}
