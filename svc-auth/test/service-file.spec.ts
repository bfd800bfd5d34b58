import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceFileFaults } from '@mainstay/service-kit/testing';
import { type AuthService, startAuthService } from './auth-service.ts';

let service: AuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.close());

it('service.json matches the routes and tables of the service', async () => {
  expect(await serviceFileFaults(service.app, service.backends)).toEqual([]);
});
