import { expect, it } from '@jest/globals';
import { checkOpenApi, serviceFileFaults, undocumentedSettings } from '@mainstay/service-kit/testing';
import { join } from 'node:path';
import { z } from 'zod';
import { configSchema } from '../src/config.ts';
import * as sessions from '../src/sessions/sessions.schemas.ts';
import * as tokens from '../src/tokens/tokens.schemas.ts';
import * as users from '../src/users/users.schemas.ts';
import { useEmptyAuth } from './auth-service.ts';

const service = useEmptyAuth();

it('service.json has the paths that the service serves and the tables it reads', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});

it('openapi.json is valid and breaks no client of the last release', async () => {
  expect(await checkOpenApi(join(__dirname, '..'))).toEqual({ faults: [], breaks: [] });
});

it('docs/operations.md has all settings with their defaults', () => {
  expect(undocumentedSettings(configSchema)).toEqual([]);
});

/** Every schema with an id in openapi.json. */
const named = [sessions, tokens, users]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => value instanceof z.ZodObject)
  .flatMap((schema) => {
    const { id, examples } = schema.meta() ?? {};
    return typeof id === 'string' ? [[id, schema, examples] as const] : [];
  });

it.each(named)('the examples of %s in openapi.json are valid', (_id, schema, examples) => {
  const given = z.array(z.record(z.string(), z.unknown())).min(1).parse(examples);
  for (const example of given) expect(schema.parse(example)).toMatchObject(example);
});
