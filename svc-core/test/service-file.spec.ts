import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceFileFaults } from '@mainstay/service-kit/testing';
import { type CoreService, startCoreService } from './core-service.ts';

let service: CoreService;
beforeAll(async () => {
  service = await startCoreService();
});
afterAll(() => service.close());

it('service.json matches the routes and tables of the service', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});
