import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { contractFaults } from '@mainstay/service-kit/testing';
import { baseConfigSchema } from '@mainstay/service-kit';
import * as schemas from '../src/reports/reports.schemas.ts';
import { type RunningService, startReportsService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startReportsService();
});
afterAll(() => service.close());

it('service.json, openapi.json, its examples and docs/operations.md say what the service does, and break no client', async () => {
  expect(await contractFaults(service, baseConfigSchema, [schemas])).toEqual([]);
});
