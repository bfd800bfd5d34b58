import { expect, it } from '@jest/globals';
import { checkOpenApi, serviceFileFaults, undocumentedSettings } from '@mainstay/service-kit/testing';
import { join } from 'node:path';
import { z } from 'zod';
import * as attachments from '../src/attachments/attachments.schemas.ts';
import * as companion from '../src/companion/companion.schemas.ts';
import { configSchema } from '../src/config.ts';
import * as reportPhotos from '../src/report-photos/report-photos.schemas.ts';
import { useService } from './running-service.ts';

const service = useService();

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
const named = [attachments, companion, reportPhotos]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => value instanceof z.ZodObject)
  .flatMap((schema) => {
    const meta = schema.meta();
    return typeof meta?.id === 'string' ? [[meta.id, schema, meta['examples']] as const] : [];
  });
it.each(named)('the examples of %s are valid', (_id, schema, examples) => {
  const given = z.array(z.record(z.string(), z.unknown())).min(1).parse(examples);
  for (const example of given) {
    expect(schema.parse(example)).toEqual(example);
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(example)));
  }
});
