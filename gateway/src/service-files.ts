import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isPattern } from './path-pattern.ts';

const pattern = z
  .string()
  .refine(isPattern, 'must be a path such as /api/tickets, /api/tickets/{id} or /api/tickets/**');
const patterns = z.array(pattern).refine((all) => new Set(all).size === all.length, 'names a path twice');
/** Also a name of nginx upstreams and of documents, `/api/docs/<name>.json`. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a word of lowercase letters, digits and hyphens')
  .refine((value) => value !== 'services', 'is taken: /api/docs/services.json is the list of services')
  .refine((value) => value !== 'all', 'is taken: /api/docs/all.json is the document of all services');
const schema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,30}$/, 'must be a word of lowercase letters, digits and underscores');

const serviceFile = z.strictObject({
  name,
  /** Its database schema. */
  schema,
  /** The paths it serves. */
  paths: patterns.min(1, 'is empty'),
  /** By service: paths it serves below those of that service. They are matched first. */
  pathsWithin: z.record(name, patterns.min(1, 'is empty')).default({}),
  /** The operations without a session. */
  publicPaths: z.array(
    z.string().regex(/^(GET|PUT|POST|PATCH|DELETE) \/api\//, 'must be an operation such as GET /api/setup'),
  ),
  /** Those of its paths whose responses are streams of events, which stay open. */
  streams: patterns.default([]),
  /** The published tables of other services that it reads. */
  reads: z.array(
    z.string().regex(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, 'must be a table such as auth.users'),
  ),
});

/** The content of a service's service.json. */
export type ServiceFile = z.infer<typeof serviceFile>;

/** The check of their paths, which the nginx image runs too. */
export const pathFaults = join(import.meta.dirname, '../container/path-faults.awk');

/**
 * Reads `svc-<name>/service.json` of every service in a folder, by name.
 * @throws Error with one line for each fault, also for two services with the same path
 */
export function readServiceFiles(folder: string): ServiceFile[] {
  const files = globSync('svc-*/service.json', { cwd: folder }).sort();
  const faults: string[] = [];
  const services = files.flatMap((file) => {
    const result = serviceFile.safeParse(parseJson(join(folder, file)));
    if (!result.success) {
      faults.push(
        ...result.error.issues.map(({ path, message }) => `${file}: ${[...path, message].join(' ')}`),
      );
      return [];
    }
    if (`svc-${result.data.name}` !== basename(dirname(file)))
      faults.push(`${file}: the name must be that of its folder`);
    return [result.data];
  });
  if (files.length === 0 && existsSync(folder)) faults.push(`no svc-*/service.json in ${folder}`);
  if (services.length === files.length) faults.push(...faultsBetween(services));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return services;
}

/** Conflicts between the paths of services, one sentence each. */
export function faultsBetween(
  services: Pick<ServiceFile, 'name' | 'paths' | 'pathsWithin' | 'streams'>[],
): string[] {
  const lines = services.flatMap(({ name: own, paths, pathsWithin, streams }) => [
    ...paths.map((path) => `claim ${own} - ${path}`),
    ...Object.entries(pathsWithin).flatMap(([within, inner]) =>
      inner.map((path) => `claim ${own} ${within} ${path}`),
    ),
    ...streams.map((path) => `stream ${own} - ${path}`),
  ]);
  const { error, status, stdout, stderr } = spawnSync('awk', ['-f', pathFaults], {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`awk did not run: ${stderr}`, { cause: error });
  return stdout.split('\n').filter((line) => line !== '');
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
