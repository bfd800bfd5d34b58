import { expect, it } from '@jest/globals';
import { checkOpenApi, serviceFileFaults, undocumentedSettings } from '@mainstay/service-kit/testing';
import { join } from 'node:path';
import { configSchema } from '../src/config.ts';
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
