import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const root = join(import.meta.dirname, '../../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const paths = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

/** A service.json. */
export interface Service {
  name: string;
  schema: string;
  reads: string[];
}

export const services = paths('svc-*/service.json').map((path) => JSON.parse(read(path)) as Service);

/** The services whose tables a service reads. */
export const ownersOf = ({ reads, schema }: Service): Service[] =>
  services.filter(
    (other) => other.schema !== schema && reads.some((table) => table.startsWith(`${other.schema}.`)),
  );

/** The folders of the remotes, the shell and the public pages. */
export const frontEnds = paths('{mf-*,intake,shell}/package.json').map(dirname);

/** The folders of what is released alone. */
export const deployables = [
  ...frontEnds,
  ...services.map(({ name }) => `svc-${name}`),
  'gateway',
  'tools/backup',
];

/**
 * The documents of a YAML file, with anchors and merges resolved.
 * @throws on invalid YAML
 */
export function documents(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    const [fault] = document.errors;
    if (fault) throw fault;
    // docker-compose.yml has more aliases than the limit for files of strangers.
    return document.toJS({ maxAliasCount: -1 }) as unknown;
  });
}

/** docker-compose.yml, and the files of the domains that have their own containers. */
export const composeFiles = ['docker-compose.yml', ...paths('{svc,mf}-*/compose.yml')];

export interface Compose {
  services: Record<
    string,
    {
      image: string;
      command?: string[];
      build?: { target: string; args?: Record<string, string> };
      secrets?: string[];
      configs?: { source: string; target: string }[];
      depends_on?: Record<string, { condition: string }>;
      environment?: Record<string, string>;
      read_only?: boolean;
      cap_drop?: string[];
      ports?: string[];
      deploy?: { replicas: number };
    }
  >;
  secrets: Record<string, { file: string }>;
  configs: Record<string, { file: string }>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
}

/** {@link composeFiles} merged as Compose does it: objects are merged, lists are concatenated. */
export const mergedCompose = (): Compose =>
  composeFiles.map((path) => documents(path)[0]).reduce((merged, own) => merge(merged, own)) as Compose;

function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...(other as unknown[])];
  if (!isObject(one) || !isObject(other)) return other;
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    merged[key] = key in one ? merge(one[key], value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a table with tabs between its cells, without its head. */
export const rowsOf = (path: string): string[][] =>
  read(path)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
