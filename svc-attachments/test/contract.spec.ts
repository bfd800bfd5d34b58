import { expect, it } from '@jest/globals';
import { contractFaults } from '@mainstay/service-kit/testing';
import * as attachments from '../src/attachments/attachments.schemas.ts';
import * as companion from '../src/companion/companion.schemas.ts';
import { configSchema } from '../src/config.ts';
import * as reportPhotos from '../src/public-photos/public-photos.schemas.ts';
import { useService } from './running-service.ts';

const service = useService();

it('service.json, openapi.json, its examples and docs/operations.md say what the service does, and break no client', async () => {
  expect(await contractFaults(service, configSchema, [attachments, companion, reportPhotos])).toEqual([]);
});
