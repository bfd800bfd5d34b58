import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_ROWS } from '../src/imports/csv-file.ts';
import type { ImportResponse } from '../src/imports/imports.schemas.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

const MAX_PLANNING_MS = 10_000;
const MAX_APPLYING_MS = 30_000;

const file = [
  'storeNumber,name,address,city,state,zipCode,phone',
  ...Array.from(
    { length: MOST_ROWS },
    (_, index) => `N-${index},Store ${index},${index} Main Street,Portland,ME,04101,207-555-0100`,
  ),
].join('\n');

async function plan(): Promise<ImportResponse> {
  const response = await core
    .as(core.admin)
    .post('/api/imports/locations')
    .set('Content-Type', 'text/csv')
    .send(file);
  expect(response.status).toBe(201);
  return response.body as ImportResponse;
}

it(`${MOST_ROWS} rows are planned and applied in time; again they are unchanged`, async () => {
  const begun = performance.now();
  const { id, counts } = await plan();
  const planned = performance.now();
  expect(counts.create).toBe(MOST_ROWS);
  expect((await core.as(core.admin).post(`/api/imports/${id}/apply`)).status).toBe(202);
  let found: ImportResponse;
  do {
    await sleep(200);
    found = (await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse;
  } while (found.state === 'applying');
  const applied = performance.now();
  expect(found.counts.applied).toBe(MOST_ROWS);
  expect((await plan()).counts.unchanged).toBe(MOST_ROWS);
  expect(planned - begun).toBeLessThan(MAX_PLANNING_MS);
  expect(applied - planned).toBeLessThan(MAX_APPLYING_MS);
}, 120_000);
