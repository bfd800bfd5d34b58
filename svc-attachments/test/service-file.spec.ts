import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceFileFaults } from '@mainstay/service-kit/testing';
import { type RunningService, runService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

it('service.json matches the routes and tables of the service', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});
