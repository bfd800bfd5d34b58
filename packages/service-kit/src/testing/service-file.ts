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

/** Who is who, and what changed: no service is kept from it. */
const PUBLISHED_TO_ALL = 'auth.';

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
 * schema, the paths of its routes, which of them are public, which are event streams, the tables of other services that
 * it reads, and what it can read besides.
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
  const { rows } = await admin.query<{ name: string; columns: string[] }>(
    `SELECT n.nspname || '.' || c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
         AND NOT a.attisdropped AND has_schema_privilege($1, n.oid, 'USAGE')
         AND has_column_privilege($1, c.oid, a.attnum, 'SELECT')) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'v', 'm', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', $2)`,
    [`svc_${schema}`, schema],
  );
  const readable = rows.filter(({ columns }) => columns.length > 0);
  const entities = new Map(
    app
      .get(DataSource)
      .entityMetadatas.map((entity) => [
        `${entity.schema ?? schema}.${entity.tableName}`,
        entity.columns.map(({ databaseName }) => databaseName),
      ]),
  );
  const sources = globSync('src/**/*.ts')
    .filter((path) => !/\.spec\.ts$|[/\\]migrations[/\\]/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  const naming = (name: string) => sources.filter((source) => isWordOf(source, name));
  const isUsed = (name: string) =>
    entities.has(name) || naming(name === CHANGE_FEED ? 'readChanges' : name).length > 0;
  const used = rows.map(({ name }) => name).filter(isUsed);
  // A file that names the table names the column too, whatever it is of.
  const published = readable.filter(({ name }) => !name.startsWith(PUBLISHED_TO_ALL));
  const unused = published
    .filter(({ name }) => reads.includes(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => !entities.get(name)?.includes(column))
        .filter((column) => !naming(name).some((source) => isWordOf(source, column)))
        .map((column) => `${name}.${column}`),
    );
  const isOwner = READ_BY_THE_KIT.some((name) => name.startsWith(`${schema}.`));
  return [
    ...differences('reads', reads, new Set([...used, ...(isOwner ? [] : READ_BY_THE_KIT)])),
    ...reads
      .filter((name) => !readable.some((table) => table.name === name))
      .map((name) => `reads: ${name} is not published to svc_${schema}`),
    ...[...published.map(({ name }) => name).filter((name) => !reads.includes(name)), ...unused].map(
      (name) => `svc_${schema} can read ${name}, which it does not need`,
    ),
  ];
}

const isWordOf = (source: string, word: string): boolean =>
  new RegExp(`\\b${word.replace('.', '\\.')}\\b`).test(source);

function differences(member: string, said: Iterable<string>, found: Iterable<string>): string[] {
  const [inFile, inService] = [new Set(said), new Set(found)];
  return [
    ...[...inService].filter((one) => !inFile.has(one)).map((one) => `${member}: ${one} is missing`),
    ...[...inFile]
      .filter((one) => !inService.has(one))
      .map((one) => `${member}: ${one} is not in the service`),
  ];
}
