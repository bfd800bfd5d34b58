import { afterEach, beforeEach } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { publish as publishHere } from '../src/publish.ts';
import { registryCommand } from '../src/registry-command.ts';
import { readLog } from '../src/registry-file.ts';
import { manifestText } from './built-manifest.ts';
import { runScript, writeFiles } from './running-gateway.ts';

const remoteShape = z.object({
  name: z.string(),
  version: z.string().regex(/^[0-9a-f]{12}$/),
  manifest: z.string(),
  since: z.iso.datetime(),
  commit: z.string().nullable(),
  contract: z.number().nullable(),
  screens: z.array(z.looseObject({ path: z.string() })),
  headerItem: z.boolean(),
  live: z.record(z.string(), z.array(z.string())),
  build: z.record(z.string(), z.unknown()),
  integrity: z.record(z.string(), z.string()),
  versions: z.array(z.looseObject({ version: z.string(), publishedAt: z.iso.datetime() })),
});
const registryShape = z.object({
  remotes: z.array(remoteShape),
  disabled: z.array(remoteShape).optional(),
});
type Registry = z.infer<typeof registryShape>;

/** Gives each test of a file a fresh registry, and what is done to it. */
export function useRegistry() {
  /** Set before each test. */
  const place = { folder: '', registry: '' };

  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'mainstay-registry-'));
    place.registry = join(place.folder, 'registry');
  });
  afterEach(() => rm(place.folder, { recursive: true }));

  /** A build as webpack leaves it; `text` makes its content its own, and `declared` is its remote.json. */
  async function build(text: string, declared?: object): Promise<string> {
    const dist = join(place.folder, `dist-${text}`);
    await writeFiles(dist, {
      'mf-manifest.json': manifestText({ id: text }),
      'remoteEntry.0a1b2c3d4e.js': `export const text = "${text}";\n`.repeat(50),
      'static/page.5e6f7a8b9c.js': 'export {};\n'.repeat(50),
      ...(declared && { 'remote.json': JSON.stringify(declared) }),
    });
    return dist;
  }

  const env = () => ({ REGISTRY_DIR: place.registry, PUBLISHED_BY: 'kim' });
  /** What a command prints. */
  const remote = (...args: string[]): Promise<string> => registryCommand(args, env());
  /** The same in a process of its own. */
  const remoteElsewhere = (...args: string[]): Promise<string> => runScript('registry.ts', args, env());

  const publish = (name: string, dist: string, ...more: string[]): Promise<string> =>
    remote('publish', name, dist, ...more);

  const readAll = async (): Promise<Registry> =>
    registryShape.parse(JSON.parse(await readFile(join(place.registry, 'registry.json'), 'utf8')));
  const read = async (): Promise<Registry['remotes']> => (await readAll()).remotes;

  /** Publishes one content after the other; their versions. */
  async function publishAll(...texts: string[]): Promise<string[]> {
    const versions: string[] = [];
    for (const text of texts) {
      const { version } = await publishHere('maintenance', await build(text), place.registry, {
        by: 'kim',
        commit: null,
        whenKnown: 'refuse',
      });
      versions.push(version);
    }
    return versions;
  }

  const current = async (): Promise<string | undefined> => (await read())[0]?.version;
  const moves = () => readLog(place.registry);
  return { place, build, remote, remoteElsewhere, publish, readAll, read, publishAll, current, moves };
}
