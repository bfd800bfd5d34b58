import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unknownId, useCoreService } from './core-service.ts';
import { anAddress } from './intake-calls.ts';
import { RouteCalls } from './route-calls.ts';

const core = useCoreService();
const calls = new RouteCalls(core);

const response = z.object({ 'x-codes': z.array(z.string()).default([]) });
const { paths } = z
  .object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.object({ responses: z.record(z.string(), response) })),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')));
/** The routes for which the document names a status, with this code for a problem. */
const routesWith = (status: string, code?: string, pattern = /./): string[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([
            ,
            {
              responses: { [status]: found },
            },
          ]) => found && (!code || found['x-codes'].includes(code)),
        )
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    .filter((route) => pattern.test(route));

/** Who may call all routes: a manager for what is hers alone. */
const callerOf = (route: string) =>
  /\/(views|bulk-changes|comments)\/:id/.test(route) ? core.managerA : core.admin;
const headersOf = (route: string): Record<string, string> =>
  route.includes('/intake/') ? { 'X-Forwarded-For': anAddress() } : { Cookie: callerOf(route).cookie };

it.each(routesWith('412', 'changed'))('%s is refused for another version', async (route) => {
  const address = await calls.addressOf(route);
  // Manager A has store A.
  const existing = address.replace(`/locations/${unknownId}`, `/locations/${core.storeA}`);
  const response = await calls.send(route, existing, { ...headersOf(route), 'If-Match': '"999999"' });
  expect([response.status, response.body]).toMatchObject([412, { code: 'changed' }]);
});

it.each(routesWith('304'))('%s is not sent again to who has it', async (route) => {
  const address = await calls.addressOf(route);
  const { headers } = await calls.send(route, address, headersOf(route));
  const again = await calls.send(route, address, {
    ...headersOf(route),
    'If-None-Match': z.string().parse(headers['etag']),
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

it.each(routesWith('404', 'not_found', /:id/))('%s is unknown with another id', async (route) => {
  expect((await calls.ask(route, headersOf(route), unknownId)).status).toBe(404);
});

it.each(routesWith('422', 'key_reused'))('%s is refused with the key of another request', async (route) => {
  const address = await calls.addressOf(route);
  const keyed = { ...headersOf(route), 'Idempotency-Key': 'used' };
  // As if it were sent before: by the caller, or with a link or a code.
  await core.query(
    `INSERT INTO core.idempotency_keys (user_id, operation, key, body_hash) VALUES ($1, $2, 'used', repeat('0', 64))`,
    [callerOf(route).userId, `POST ${address}`],
  );
  if (route.endsWith('/done'))
    await calls.vendors.call(address.split('/').at(-2) ?? '', 'answer', { accept: true });
  if (route.includes('/intake/')) await calls.send(route, address, keyed);
  await core.query(`UPDATE core.idempotency_keys SET body_hash = repeat('0', 64) WHERE key = 'used'`);
  const response = await calls.send(route, address, keyed);
  expect([response.status, response.body]).toMatchObject([422, { code: 'key_reused' }]);
});

it.each(routesWith('403', 'foreign_site', /\/intake\//))(
  '%s is refused to a page of another site',
  async (route) => {
    const response = await calls.ask(route, { ...headersOf(route), 'Sec-Fetch-Site': 'cross-site' });
    expect([response.status, response.body]).toMatchObject([403, { code: 'foreign_site' }]);
  },
);
