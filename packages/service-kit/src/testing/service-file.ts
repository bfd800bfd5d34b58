import type { INestApplication } from '@nestjs/common';
import { globSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { RouteTable } from '../route-table.ts';
import { SCHEMA, SERVICE_NAME } from '../tokens.ts';

const fileSchema = z.object({
  name: z.string(),
  schema: z.string(),
  paths: z.array(z.string()),
  pathsWithin: z.record(z.string(), z.array(z.string())).default({}),
  publicPaths: z.array(z.string()),
  streams: z.array(z.string()).default([]),
  reads: z.array(z.string()),
});
type ServiceFile = z.infer<typeof fileSchema>;

/** Tables that service-kit itself reads, to authenticate requests. */
const READ_BY_THE_KIT = ['auth.tokens', 'auth.users'];

/** What `readChanges` of service-kit reads. */
const CHANGE_FEED = 'auth.changes';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({
          responses: z.record(
            z.string(),
            z.object({ content: z.record(z.string(), z.unknown()).optional() }),
          ),
        })
        .optional(),
    }),
  ),
});

/**
 * Differences between the service.json of the current folder and the running service, one sentence each: its name and
 * schema, the paths of its routes, which of them are public, which are event streams, and the tables of other services that
 * it reads.
 */
export async function serviceFileFaults(app: INestApplication, backends: { admin: Pool }): Promise<string[]> {
  const file = fileSchema.parse(JSON.parse(readFileSync('service.json', 'utf8')));
  const found = { name: app.get<string>(SERVICE_NAME), schema: app.get<string>(SCHEMA) };
  const named = { name: `svc-${file.name}`, schema: file.schema };
  return [
    ...differences('name', [named.name], [found.name]),
    ...differences('schema', [named.schema], [found.schema]),
    ...routeFaults(file, app),
    ...differences('streams', file.streams, documentedStreams()),
    ...(await tableFaults(file, app, backends.admin)),
  ];
}

function routeFaults(file: ServiceFile, app: INestApplication): string[] {
  const document = `/api/docs/${file.name}.json`;
  const routes = app
    .get(RouteTable)
    .routes()
    .filter(({ path }) => path.startsWith('/api/') && path !== document)
    .map((route) => ({ ...route, path: route.path.replace(/:([A-Za-z]+)/g, '{$1}') }));
  const patterns = [...file.paths, ...Object.values(file.pathsWithin).flat()];
  const unrouted = routes.filter(({ path }) => !patterns.some((pattern) => covers(pattern, path)));
  const unused = patterns.filter((pattern) => !routes.some(({ path }) => covers(pattern, path)));
  const isPublic = routes.filter(({ access }) => access === 'public');
  return [
    ...unrouted.map(({ method, path }) => `paths: ${method} ${path} is missing`),
    ...unused.map((pattern) => `paths: ${pattern} has no route`),
    ...differences(
      'publicPaths',
      file.publicPaths,
      isPublic.map(({ method, path }) => `${method} ${path}`),
    ),
  ];
}

/** The paths that are documented as event streams. */
function documentedStreams(): string[] {
  const { paths } = documentSchema.parse(JSON.parse(readFileSync('openapi.json', 'utf8')));
  return Object.entries(paths)
    .filter(([, { get }]) => get?.responses['200']?.content?.['text/event-stream'] !== undefined)
    .map(([path]) => path);
}

/** Matches like gateway/src/path-pattern.ts. */
function covers(pattern: string, path: string): boolean {
  const regex = pattern.replace(/\/\*\*$/, '(/.+)?').replace(/\{[A-Za-z]+\}/g, '[^/]+');
  return new RegExp(`^${regex}$`).test(path);
}

async function tableFaults(
  { schema, reads }: ServiceFile,
  app: INestApplication,
  admin: Pool,
): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; isReadable: boolean }>(
    `SELECT n.nspname || '.' || c.relname AS name,
       has_schema_privilege($1, n.oid, 'USAGE') AND has_any_column_privilege($1, c.oid, 'SELECT') AS "isReadable"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'v', 'm', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', $2)`,
    [`svc_${schema}`, schema],
  );
  const readable = rows.filter(({ isReadable }) => isReadable).map(({ name }) => name);
  const entities = app
    .get(DataSource)
    .entityMetadatas.map((entity) => `${entity.schema ?? schema}.${entity.tableName}`);
  const source = globSync('src/**/*.ts')
    .filter((path) => !/\.spec\.ts$|[/\\]migrations[/\\]/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const used = rows
    .map(({ name }) => name)
    .filter(
      (name) =>
        entities.includes(name) ||
        new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(source) ||
        (name === CHANGE_FEED && /\breadChanges\b/.test(source)),
    );
  const isOwner = READ_BY_THE_KIT.some((name) => name.startsWith(`${schema}.`));
  return [
    ...differences('reads', reads, new Set([...used, ...(isOwner ? [] : READ_BY_THE_KIT)])),
    ...reads
      .filter((name) => !readable.includes(name))
      .map((name) => `reads: ${name} is not published to svc_${schema}`),
  ];
}

function differences(member: string, said: Iterable<string>, found: Iterable<string>): string[] {
  const [inFile, inService] = [new Set(said), new Set(found)];
  return [
    ...[...inService].filter((one) => !inFile.has(one)).map((one) => `${member}: ${one} is missing`),
    ...[...inFile]
      .filter((one) => !inService.has(one))
      .map((one) => `${member}: ${one} is not in the service`),
  ];
}
