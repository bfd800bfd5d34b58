import { expect, it } from '@jest/globals';
import { FILE, PATH } from './companion-calls.ts';
import { insertJob, insertReport, insertRun, insertTicket, STEP_ID } from './core-rows.ts';
import { useServiceOn } from './s3-server.ts';

const service = useServiceOn('S3');

/** Where a report and a work order take photos. */
const links = {
  report: async () =>
    `/api/intake/track/${(await insertReport(service.backends, service.ticketA)).token}/photos`,
  job: async () => {
    const ticket = await insertTicket(service.backends, service.locationA);
    return `/api/intake/jobs/${(await insertJob(service.backends, ticket)).token}/photos`;
  },
};
const vendorPhoto = { name: 'Lee', purpose: 'after' };

const callsOfLinks = Object.values(links).flatMap((pathOf) => [
  pathOf,
  async () => `${await pathOf()}/${STEP_ID}/done`,
]);

it.each([
  [400, 'application/json', '{'],
  [413, 'application/json', JSON.stringify('x'.repeat(110_000))],
  [415, 'text/plain', 'x'],
])('calls of links return %s for a body of %s that cannot be read', async (status, type, body) => {
  for (const pathOf of callsOfLinks) {
    const headers = { 'content-type': type };
    const response = await fetch(service.url + (await pathOf()), { method: 'POST', headers, body });
    await response.arrayBuffer();
    expect(`${response.status} of ${response.url}`).toBe(`${status} of ${response.url}`);
  }
});

it('calls of links return 403 to a page of another site', async () => {
  for (const pathOf of callsOfLinks) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const { status, body } = await service.call(undefined, 'POST', await pathOf(), undefined, headers);
    expect([status, body]).toMatchObject([403, { code: 'foreign_site' }]);
  }
});

it.each<[string, () => Promise<string> | string, unknown, 'a manager' | 'a link']>([
  ['an upload', () => '/api/attachments/upload', undefined, 'a manager'],
  ['an upload in parts', () => `${PATH}/multipart`, FILE, 'a manager'],
  [
    'a photo of a step',
    async () => `/api/checklist-runs/${await insertRun(service)}/photos`,
    { stepId: STEP_ID },
    'a manager',
  ],
  ['a photo of a report', links.report, undefined, 'a link'],
  ['a photo of a vendor', links.job, vendorPhoto, 'a link'],
])('the key of another request for %s is a 422', async (_what, pathOf, body, by) => {
  const path = await pathOf();
  const caller = by === 'a link' ? undefined : service.managerA;
  const ask = () => service.call(caller, 'POST', path, body, { 'idempotency-key': 'used' });
  expect((await ask()).status).toBeLessThan(300);
  await service.sql(`UPDATE attachments.idempotency_keys SET body_hash = repeat('0', 64) WHERE key = 'used'`);
  const response = await ask();
  expect([response.status, response.body]).toMatchObject([422, { code: 'key_reused' }]);
});
