import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isPattern, isWithin, overlaps } from './path-pattern.ts';

const pattern = z
  .string()
  .refine(isPattern, 'must be a path such as /api/tickets, /api/tickets/{id} or /api/tickets/**');
const patterns = z.array(pattern).refine((all) => new Set(all).size === all.length, 'names a path twice');
/** Also a name of nginx upstreams and of documents, `/api/docs/<name>.json`. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a word of lowercase letters, digits and hyphens')
  .refine((value) => value !== 'services', 'is taken: /api/docs/services.json is the list of services');
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

/** Served by the gateway itself: the page with the API documentation. A service's document is routed by its name. */
const RESERVED = '/api/docs/**';

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
    const { paths, pathsWithin, streams } = result.data;
    const served = [...paths, ...Object.values(pathsWithin).flat()];
    faults.push(
      ...streams
        .filter((stream) => !served.some((path) => isWithin(stream, path)))
        .map((stream) => `${file}: streams ${stream} is not one of its paths`),
    );
    return [result.data];
  });
  if (files.length === 0 && existsSync(folder)) faults.push(`no svc-*/service.json in ${folder}`);
  if (services.length === files.length) faults.push(...faultsBetween(services));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return services;
}

/** Conflicts between services, one sentence each. */
export function faultsBetween(services: ServiceFile[]): string[] {
  const claims = services.flatMap((service) => [
    ...service.paths.map((path) => ({ service: service.name, path, within: undefined })),
    ...Object.entries(service.pathsWithin).flatMap(([within, paths]) =>
      paths.map((path) => ({ service: service.name, path, within })),
    ),
  ]);
  const faults: string[] = [];
  for (const [index, one] of claims.entries()) {
    if (overlaps(one.path, RESERVED))
      faults.push(`svc-${one.service} claims ${one.path}, which belongs to the gateway`);
    if (one.within !== undefined) {
      const outer = services.find((service) => service.name === one.within);
      if (!outer?.paths.some((path) => isWithin(one.path, path))) {
        faults.push(
          `svc-${one.service} claims ${one.path} within ${one.within}, but svc-${one.within} has no such path`,
        );
      }
    }
    for (const other of claims.slice(index + 1)) {
      if (one.service === other.service || !overlaps(one.path, other.path)) continue;
      if (one.within === other.service || other.within === one.service) continue;
      faults.push(
        one.path === other.path
          ? `svc-${one.service} and svc-${other.service} both claim ${one.path}`
          : `svc-${one.service} claims ${one.path} and svc-${other.service} claims ${other.path}, which overlap`,
      );
    }
  }
  return faults;
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
