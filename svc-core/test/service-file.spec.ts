import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceFileFaults } from '@mainstay/service-kit/testing';
import { type CoreService, startCoreService } from './core-service.ts';

let service: CoreService;
beforeAll(async () => {
  service = await startCoreService();
});
afterAll(() => service.close());

it('service.json says what the service answers and reads', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});
