import { type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const repository = join(import.meta.dirname, '../..');

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

/** The registry of the running system. */
export function registryDir(): string {
  const folder = process.env['MAINSTAY_REGISTRY_DIR'];
  if (!folder) throw new Error('MAINSTAY_REGISTRY_DIR is not set');
  return folder;
}

/** Runs the registry's command line; what it printed. */
export async function registry(...args: string[]): Promise<string> {
  const script = join(repository, 'gateway/src/registry.ts');
  // What is said last counts.
  const all = [script, '--registry', registryDir(), '--by', 'journeys', ...args];
  return (await promisify(execFile)(process.execPath, all, { cwd: repository })).stdout;
}

/** The version of a remote, or of the shell, that new page loads get. */
export async function currentVersion(name: string): Promise<string> {
  const printed = await registry('current', name);
  const version = / ([0-9a-f]{12}) is current/.exec(printed)?.[1];
  if (version === undefined) throw new Error(`no version in ${printed}`);
  return version;
}

/** A remote as it is live. */
export async function published(name: string): Promise<Published> {
  const found = listed.parse(JSON.parse(await registry('list', '--json'))).remotes;
  const remote = found.find((each) => each.name === name);
  if (!remote) throw new Error(`${name} is not live`);
  return remote;
}

/** The folder of a live version's files. */
export const filesOf = ({ name, version }: Published): string => join(registryDir(), name, version);

/** Puts a line in front of what the gateway serves for the live files that match; the function takes it back. */
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
 * Shows this page another copy of a remote's manifest in the registry, or none, as from a publisher that does not copy it. The
 * function takes it back.
 */
export async function listManifest(
  page: Page,
  name: string,
  build?: object,
): Promise<() => Promise<unknown>> {
  const address = '**/remotes/registry.json';
  await page.route(address, async (route) => {
    const { remotes, ...rest } = document.parse(await (await route.fetch()).json());
    const changed = remotes.map((remote) => (remote['name'] === name ? { ...remote, build } : remote));
    await route.fulfill({ json: { ...rest, remotes: changed } });
  });
  return () => page.unroute(address);
}

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/** A build whose whole code is `code`: what the federation runtime calls an entry, without any further file. */
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
  // Each time another content, so that a second run on the same system is a version of its own, too.
  await writeFile(join(dist, 'entry.js'), `// ${Date.now()}\n${code}`);
  return dist;
}

/**
 * Publishes a remote whose whole code is `code`. It declares what the live version declares, unless `declared` says otherwise.
 * The function goes back to the version before.
 */
export async function publishEntry(
  name: string,
  code: string,
  { declared = {} }: { declared?: object } = {},
): Promise<() => Promise<unknown>> {
  const live = await readFile(join(filesOf(await published(name)), 'remote.json'), 'utf8');
  const dist = await buildOf(name, code, { ...remoteJson.parse(JSON.parse(live)), ...declared });
  await registry('publish', name, dist);
  await rm(dist, { recursive: true });
  return () => registry('rollback', name);
}

/**
 * Shows this page, and no other, a registry with one remote more: published as any other, but into a folder of its own.
 * The function takes it away.
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
