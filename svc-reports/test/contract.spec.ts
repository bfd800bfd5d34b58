import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { baseConfigSchema } from '@mainstay/service-kit';
import { checkOpenApi, serviceFileFaults, undocumentedSettings } from '@mainstay/service-kit/testing';
import { join } from 'node:path';
import * as schemas from '../src/reports/reports.schemas.ts';
import { type RunningService, startReportsService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startReportsService();
});
afterAll(() => service.close());

it('service.json has the paths that the service serves and the tables it reads', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});

it('openapi.json is valid and breaks no client of the last release', async () => {
  expect(await checkOpenApi(join(__dirname, '..'))).toEqual({ faults: [], breaks: [] });
});

it('docs/operations.md has all settings with their defaults', () => {
  expect(undocumentedSettings(baseConfigSchema)).toEqual([]);
});

describe('the examples in openapi.json', () => {
  it.each([
    ['OverdueReport', schemas.overdueReport],
    ['RepeatsReport', schemas.repeatsReport],
    ['SpendReport', schemas.spendReport],
    ['SpeedReport', schemas.speedReport],
  ] as const)('%s', (id, schema) => {
    const { id: named, examples } = schema.meta() ?? {};
    expect(named).toBe(id);
    expect(schema.safeParse((examples as unknown[])[0]).error).toBeUndefined();
  });
});
