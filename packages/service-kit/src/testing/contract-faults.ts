import type { INestApplication } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { checkOpenApi } from './check-openapi.ts';
import { serviceFileFaults } from './service-file.ts';
import { undocumentedSettings } from './undocumented-settings.ts';

/**
 * What service.json, openapi.json, the examples in it, and docs/operations.md say wrongly of the service of the current
 * folder; and what breaks a client of the last release. A sentence each.
 * @param modules with the schemas
 */
export async function contractFaults(
  { app, backends }: { app: INestApplication; backends: { admin: Pool } },
  config: z.ZodType,
  modules: readonly object[],
): Promise<string[]> {
  const { faults, breaks } = await checkOpenApi('.');
  return [
    ...(await serviceFileFaults(app, backends)),
    ...faults,
    ...breaks,
    ...undocumentedSettings(config).map((setting) => `docs/operations.md: ${setting}`),
    ...modules.flatMap((module): unknown[] => Object.values(module)).flatMap(exampleFaults),
  ];
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
