import { expect, it } from '@jest/globals';
import { bulksOf, outcomesOf } from './bulk-calls.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();
const { change, insertMany } = bulksOf(core);

it('changes 200 tickets in two seconds', async () => {
  const ids = await insertMany(200, '2099-03-05T15:04:00Z');
  const changes = { status: 'solved', priority: 'high', assignedTo: core.managerA.userId };
  const begun = performance.now();
  const response = await change({ ids, changes });
  const took = performance.now() - begun;
  expect(outcomesOf(response)).toEqual(ids.map(() => 'changed 200'));
  expect(took).toBeLessThan(2000);
});
