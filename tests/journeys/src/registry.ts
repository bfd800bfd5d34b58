import { type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const repository = join(import.meta.dirname, '../../..');

const entry = z.object({
  name: z.string(),
  version: z.string(),
  integrity: z.record(z.string(), z.string()),
});
const listed = z.object({ remotes: z.array(entry) });
const manifest = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string() }) }),
  exposes: z.array(z.looseObject({})),
});

const document = z.looseObject({ remotes: z.array(z.looseObject({})) });
const remoteJson = z.looseObject({ name: z.string(), contract: z.number() });

export type Published = z.infer<typeof entry>;

/** The registry folder of the running system. */
export function registryDir(): string {
  const folder = process.env['MAINSTAY_REGISTRY_DIR'];
  if (!folder) throw new Error('MAINSTAY_REGISTRY_DIR is not set');
  return folder;
}

/**
 * Runs the registry's command line.
 * @returns what it printed
 */
export async function registry(...args: string[]): Promise<string> {
  const script = join(repository, 'gateway/src/registry.ts');
  // Of repeated options the last one counts.
  const all = [script, '--registry', registryDir(), '--by', 'journeys', ...args];
  return (await promisify(execFile)(process.execPath, all, { cwd: repository })).stdout;
}

/** The version of a remote, or of the shell, that new pages load. */
export async function currentVersion(name: string): Promise<string> {
  const printed = await registry('current', name);
  const version = / ([0-9a-f]{12}) is current/.exec(printed)?.[1];
  if (version === undefined) throw new Error(`no version in ${printed}`);
  return version;
}

/** The live registry entry of a remote. */
export async function published(name: string): Promise<Published> {
  const found = listed.parse(JSON.parse(await registry('list', '--json'))).remotes;
  const remote = found.find((each) => each.name === name);
  if (!remote) throw new Error(`${name} is not live`);
  return remote;
}

/** The folder of a live version. */
export const filesOf = ({ name, version }: Published): string => join(registryDir(), name, version);

/**
 * Prepends a line to matching live files as the gateway serves them.
 * @returns a function that reverts it
 */
export async function alter(name: string, pattern: RegExp, line: string): Promise<() => Promise<unknown>> {
  const folder = filesOf(await published(name));
  const away = await mkdtemp(join(tmpdir(), 'mainstay-altered-'));
  await cp(folder, away, { recursive: true, preserveTimestamps: true });
  for (const file of await readdir(folder)) {
    if (!pattern.test(file)) continue;
    if (/\.(br|gz)$/.test(file)) await rm(join(folder, file));
    else await writeFile(join(folder, file), `${line}\n${await readFile(join(folder, file), 'utf8')}`);
  }
  return async () => {
    await cp(away, folder, { recursive: true, preserveTimestamps: true });
    await rm(away, { recursive: true });
  };
}

/**
 * Shows this page no manifest of a remote in the registry, as from a publisher that does not copy it.
 * @returns a function that reverts it
 */
export async function unlistManifest(page: Page, name: string): Promise<() => Promise<unknown>> {
  const address = '**/remotes/registry.json';
  await page.route(address, async (route) => {
    const { remotes, ...rest } = document.parse(await (await route.fetch()).json());
    const changed = remotes.map((remote) =>
      remote['name'] === name ? { ...remote, build: undefined } : remote,
    );
    await route.fulfill({ json: { ...rest, remotes: changed } });
  });
  return () => page.unroute(address);
}

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/** A build that consists of `code` alone: an entry for the federation runtime without further files. */
async function buildOf(name: string, code: string, declared: object): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'mainstay-remote-'));
  const real = await readFile(join(filesOf(await published('employees')), 'mf-manifest.json'), 'utf8');
  const made = manifest.parse(JSON.parse(real.replaceAll('employees', name)));
  const { metaData, exposes } = made;
  const ownManifest = {
    ...made,
    metaData: { ...metaData, remoteEntry: { ...metaData.remoteEntry, name: 'entry.js' } },
    exposes: exposes.map((expose) => ({ ...expose, assets: noAssets })),
  };
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(ownManifest));
  await writeFile(join(dist, 'remote.json'), JSON.stringify(declared));
  // Unique content, so that a second run on the same system publishes a new version.
  await writeFile(join(dist, 'entry.js'), `// ${Date.now()}\n${code}`);
  return dist;
}

/**
 * Publishes a version of a remote that consists of `code` alone.
 * @returns a function that rolls back
 */
export async function publishEntry(name: string, code: string): Promise<() => Promise<unknown>> {
  const live = await readFile(join(filesOf(await published(name)), 'remote.json'), 'utf8');
  const dist = await buildOf(name, code, remoteJson.parse(JSON.parse(live)));
  await registry('publish', name, dist);
  await rm(dist, { recursive: true });
  return () => registry('rollback', name);
}

/**
 * Adds a remote to the registry for this page only; its files are published into a separate folder.
 * @returns a function that reverts it
 */
export async function addRemote(
  page: Page,
  declared: { name: string } & object,
  code: string,
): Promise<() => Promise<unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-registry-'));
  const dist = await buildOf(declared.name, code, declared);
  await registry('publish', declared.name, dist, '--registry', folder);
  const added = document.parse(JSON.parse(await readFile(join(folder, 'registry.json'), 'utf8')));
  await page.route('**/remotes/registry.json', async (route) => {
    const { remotes, ...rest } = document.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...rest, remotes: [...added.remotes, ...remotes] } });
  });
  await page.route(`**/remotes/${declared.name}/**`, (route) => {
    const file = new URL(route.request().url()).pathname.replace('/remotes/', '');
    return route.fulfill({ path: join(folder, file) });
  });
  return async () => {
    await page.unrouteAll({ behavior: 'wait' });
    for (const each of [folder, dist]) await rm(each, { recursive: true });
  };
}
