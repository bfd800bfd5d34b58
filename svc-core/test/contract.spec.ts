import { expect, it } from '@jest/globals';
import { contractFaults } from '@mainstay/service-kit/testing';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { configSchema } from '../src/config.ts';
import { useCoreService } from './core-service.ts';

const service = useCoreService();

const DELIBERATE = [
  // Decided in docs/decisions/0050; it ends with the next release.
  'POST /api/tickets/{id}/approval: the request now requires totalCost',
  // Parts of responses that have an example.
  'AttachedFile has no example',
  'SimilarTicketResponse has no example',
  'CostResponse has no example',
  // Comments that a vendor reads, too: an older screen shows them as those of the team.
  'PATCH /api/comments/{id}: visibility of the response may now be "vendor"',
  'POST /api/tickets/{id}/comments: visibility of the response may now be "vendor"',
];

const schemas = () =>
  Promise.all(globSync('src/*/*.schemas.ts').map((file) => import(resolve(file)) as Promise<object>));

it('service.json, openapi.json, its examples and docs/operations.md say what the service does, and break no client', async () => {
  expect((await contractFaults(service, configSchema, await schemas())).toSorted()).toEqual(
    DELIBERATE.toSorted(),
  );
});
