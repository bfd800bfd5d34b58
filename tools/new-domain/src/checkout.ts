import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Domain, type Part, Refusal } from './domain.ts';

export const folderOf = (part: Part, name: string): string => `${part === 'remote' ? 'mf' : 'svc'}-${name}`;

/** @throws Refusal when another domain has the folder, the address, the API path or the schema */
export function checkIsFree(checkout: string, { name, schema }: Domain, parts: readonly Part[]): void {
  for (const part of parts) {
    const folder = folderOf(part, name);
    if (existsSync(join(checkout, folder))) throw new Refusal(`${folder} is there already.`);
  }
  if (parts.includes('remote')) checkAddress(checkout, name);
  if (parts.includes('service')) checkService(checkout, name, schema);
}

function checkAddress(checkout: string, name: string): void {
  for (const file of globSync('mf-*/src/declaration.ts', { cwd: checkout })) {
    const text = readFileSync(join(checkout, file), 'utf8');
    if (new RegExp(`path: (links\\.${name},|'/${name}')`).test(text)) {
      throw new Refusal(`The address /${name} is taken: ${file}.`);
    }
  }
}

function checkService(checkout: string, name: string, schema: string): void {
  for (const file of globSync('svc-*/service.json', { cwd: checkout })) {
    const service = asRecord(JSON.parse(readFileSync(join(checkout, file), 'utf8')));
    const claimed = strings(service['paths']).find((path) => path.split('/')[2] === name);
    if (claimed !== undefined) throw new Refusal(`The API path ${claimed} is taken: ${file}.`);
    if (service['schema'] === schema) throw new Refusal(`The schema ${schema} is taken: ${file}.`);
  }
}

/** A free port for the development server: one more than the highest of the other remotes. */
export function freeDevPort(checkout: string): number {
  const ports = globSync('mf-*/webpack.dev.ts', { cwd: checkout }).map((file) =>
    Number(/port: (\d+)/.exec(readFileSync(join(checkout, file), 'utf8'))?.[1] ?? 0),
  );
  return Math.max(3000, ...ports) + 1;
}

/** The versions of the installed packages and of the packages of this repository, by the lockfile. */
export function lockedVersions(checkout: string): Map<string, string> {
  const lock = asRecord(JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')));
  const versions = new Map<string, string>();
  for (const [path, entry] of Object.entries(asRecord(lock['packages']))) {
    const { name, version } = asRecord(entry);
    if (typeof version !== 'string') continue;
    if (/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
      versions.set(path.slice('node_modules/'.length), version);
    else if (!path.includes('node_modules/') && typeof name === 'string') versions.set(name, version);
  }
  return versions;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
