import { beforeAll, expect, it } from '@jest/globals';
import { collectGarbage, occupied } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { importKinds } from '../src/imports/imports.schemas.ts';
import { unknownId, useOwnCoreService } from './core-service.ts';
import { filled, pieces, worstFiles } from './worst-bodies.ts';

/**
 * Processor time of this thread: for which everybody else waits, and of a whole file. A good piece takes 10 to 60 ms,
 * depending on the machine, one that grows with the square of the file minutes.
 */
const LONGEST_MS = 150;
const ALL_MS = 5000;
/** Now and then something else is in between. */
const TRIES = 4;
/** As packages/service-kit/src/body-limit.ts. */
const JSON_LIMIT = 100 * 1024;

const operation = z.object({
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({ schema: z.object({ $ref: z.string() }) }).optional(),
      }),
    })
    .optional(),
});
const calls = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).default({}) })),
  }),
});

/** Every field that the documented calls take as JSON. */
function fieldsOfCalls(): { method: 'post' | 'put' | 'patch'; path: string; field: string }[] {
  const document = readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8');
  const { paths, components } = calls.parse(JSON.parse(document));
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['post', 'put', 'patch'] as const).flatMap((method) => {
      const name = methods[method]?.requestBody?.content['application/json']?.schema.$ref.split('/').at(-1);
      const fields = Object.keys(components.schemas[name ?? '']?.properties ?? {});
      return fields.map((field) => ({ method, path, field }));
    }),
  );
}

/** Sends it again while it takes too long, and returns what it took each time; nothing if it was in time once. */
async function tooLong(send: () => PromiseLike<{ status: number }>, right: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) collectGarbage();
    let status = 0;
    const { all, longest } = await occupied(async () => {
      ({ status } = await send());
    });
    if (right.test(String(status)) && longest <= LONGEST_MS && all <= ALL_MS) return [];
    found.push(`${status}: ${Math.round(longest)} ms in one piece, ${Math.round(all)} ms in all`);
  }
  return found;
}

/**
 * Nothing that is sent to svc-core keeps others waiting.
 * @param each how many pieces of text are tried in each column and field
 */
export function itKeepsNobodyWaiting(each: number): void {
  const core = useOwnCoreService({
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE_AND_ADDRESS: '1000000',
    INTAKE_REQUESTS_PER_MINUTE: '1000000',
  });
  beforeAll(async () => {
    await core.query(
      `INSERT INTO core.equipment (location_id, name, category)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'Same' ELSE 'Other ' || n END, 'other' FROM generate_series(1, 5000) n`,
      [core.storeA],
    );
  });

  it.each(importKinds)(
    'reads the worst files in time: %s',
    async (kind) => {
      for (const [name, file] of Object.entries(worstFiles(kind, each))) {
        const send = () =>
          core
            .as(core.admin)
            .post(`/api/imports/${kind}`)
            .set({ 'Content-Type': 'text/csv', 'Idempotency-Key': randomUUID() })
            .send(file);
        expect({ [name]: await tooLong(send, /^(201|400)$/) }).toEqual({ [name]: [] });
      }
    },
    600_000,
  );

  it('reads the worst texts in each field of each call in time', async () => {
    const found: string[] = [];
    for (const { method, path, field } of fieldsOfCalls()) {
      for (const piece of pieces.slice(0, each)) {
        const body = filled(`{"${field}":"`, JSON.stringify(piece).slice(1, -1), JSON_LIMIT, '"}');
        const address = path.replaceAll(/\{\w+\}/g, unknownId);
        const send = () => core.as(core.admin)[method](address).type('application/json').send(body);
        found.push(...(await tooLong(send, /^[24]/)).map((took) => `${method} ${path} ${field}: ${took}`));
      }
    }
    expect(found).toEqual([]);
  }, 600_000);
}
