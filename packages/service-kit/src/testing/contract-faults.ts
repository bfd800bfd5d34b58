import type { INestApplication } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Pool } from 'pg';
import request from 'supertest';
import { z } from 'zod';
import { BODY_LIMIT } from '../body-limit.ts';
import { checkOpenApi } from './check-openapi.ts';
import { serviceFileFaults } from './service-file.ts';
import { undocumentedSettings } from './undocumented-settings.ts';

/**
 * What service.json, openapi.json, the examples in it, and docs/operations.md say wrongly of the service of the current
 * folder; and what breaks a client of the last release. A sentence each.
 * @param modules with the schemas
 */
export async function contractFaults(
  { app, backends }: { app: INestApplication<Server>; backends: { admin: Pool } },
  config: z.ZodType,
  modules: readonly object[],
): Promise<string[]> {
  const { faults, breaks } = await checkOpenApi('.');
  return [
    ...(await serviceFileFaults(app, backends)),
    ...(await bodyFaults(app)),
    ...faults,
    ...breaks,
    ...undocumentedSettings(config).map((setting) => `docs/operations.md: ${setting}`),
    ...modules.flatMap((module): unknown[] => Object.values(module)).flatMap(exampleFaults),
  ];
}

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});
const writes = z.enum(['post', 'put', 'patch', 'delete']);

/** Bodies that no call takes which takes JSON or none. */
const refusedBodies = [
  ['400', 'application/json', '{'],
  ['413', 'application/json', JSON.stringify('x'.repeat(BODY_LIMIT))],
  ['415', 'text/plain', 'x'],
] as const;

/** Calls that do not refuse a body as the document says. */
async function bodyFaults(app: INestApplication<Server>): Promise<string[]> {
  const { paths } = documentSchema.parse(JSON.parse(readFileSync('openapi.json', 'utf8')));
  const faults: string[] = [];
  for (const [path, calls] of Object.entries(paths))
    for (const [name, { requestBody, responses }] of Object.entries(calls)) {
      const method = writes.safeParse(name);
      const takesJson = !requestBody || 'application/json' in requestBody.content;
      if (!method.success || !takesJson) continue;
      for (const [status, type, body] of refusedBodies) {
        if (!(status in responses)) continue;
        const response = await request(app.getHttpServer())[method.data](path).type(type).send(body);
        // Of a link that is not known nothing else is said.
        if (response.status === 404 && path.includes('{token}')) continue;
        if (response.status !== Number(status))
          faults.push(`${name} ${path} returns ${response.status} instead of ${status}`);
      }
    }
  return faults;
}

const examplesOf = z.array(z.record(z.string(), z.unknown())).min(1);

/** Examples that are missing, invalid, have unknown fields, or texts that the schema would change. */
function exampleFaults(schema: unknown): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { id, examples } = schema.meta() ?? {};
  if (id === undefined && examples === undefined) return [];
  if (examples === undefined) return [`${id} has no example`];
  return examplesOf.parse(examples).flatMap((example) => {
    const { data = {}, error } = schema.safeParse(example);
    const wrong = Object.entries(example).filter(
      ([field, value]) => !(field in schema.shape) || (typeof value === 'string' && data[field] !== value),
    );
    return error ? [`${id}: ${error.message}`] : wrong.map(([field]) => `${id}: the example of ${field}`);
  });
}
