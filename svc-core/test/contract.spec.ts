import { describe, expect, it } from '@jest/globals';
import { checkOpenApi, serviceFileFaults, undocumentedSettings } from '@mainstay/service-kit/testing';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configSchema } from '../src/config.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();
const folder = join(__dirname, '..');

it('service.json has the paths that the service serves and the tables it reads', async () => {
  expect(await serviceFileFaults(core.app, core.backends)).toEqual([]);
});

// Decided in docs/decisions/0050; it ends with the next release.
const DELIBERATE = ['POST /api/tickets/{id}/approval: the request now requires totalCost'];

it('openapi.json is valid and breaks no client of the last release', async () => {
  expect(await checkOpenApi(folder)).toEqual({ faults: [], breaks: DELIBERATE });
});

it('docs/operations.md has all settings with their defaults', () => {
  expect(undocumentedSettings(configSchema)).toEqual([]);
});

describe('the examples in openapi.json', () => {
  it.each(globSync('src/*/*.schemas.ts', { cwd: folder }))('%s: are valid', async (file) => {
    const schemas: unknown[] = Object.values((await import(join(folder, file))) as object);
    for (const schema of schemas) {
      const examples = schema instanceof z.ZodObject ? schema.meta()?.['examples'] : undefined;
      if (!(schema instanceof z.ZodObject) || examples === undefined) continue;
      for (const example of z.array(z.record(z.string(), z.unknown())).min(1).parse(examples)) {
        expect(schema.parse(example)).toMatchObject(
          Object.fromEntries(Object.entries(example).filter(([, value]) => typeof value === 'string')),
        );
        expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(example)));
      }
    }
  });
});
