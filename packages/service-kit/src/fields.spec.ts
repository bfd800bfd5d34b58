import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { instant } from './fields.ts';
import { creationKeys, encodeCursor, pageQuery } from './page.ts';

it.each([
  ['2026-03-05T15:04:00Z', '2026-03-05T15:04:00Z'],
  ['2026-03-05T15:04:00.123456Z', '2026-03-05T15:04:00.123456Z'],
  ['2026-03-05T15:04:00+00:00', '2026-03-05T15:04:00+00:00'],
  ['2026-03-05T15:04:00+0000', '2026-03-05T15:04:00+00:00'],
  ['2026-03-05T15:04:00-0530', '2026-03-05T15:04:00-05:30'],
  ['2026-03-05T15:04:00+02', '2026-03-05T15:04:00+02:00'],
  ['2026-03-05T15:04:00.5+0200', '2026-03-05T15:04:00.5+02:00'],
  // From a query string in which + is not encoded.
  ['2026-03-05T15:04:00 02:00', '2026-03-05T15:04:00+02:00'],
  ['2026-03-05T15:04:00+14:00', '2026-03-05T15:04:00+14:00'],
  ['2024-02-29T00:00:00-15:59', '2024-02-29T00:00:00-15:59'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ['9999-12-31T23:59:59.9999999Z', null],
  ['0001-01-01T00:00:00-23:59', null],
  ['2026-03-05T15:04:00+16:00', null],
  ['2026-03-05T15:04:00-1600', null],
  ['0001-01-01T00:00:00+01:00', null],
  ['9999-12-31T23:59:59-01:00', null],
  ['0000-06-01T00:00:00Z', null],
  ['2026-02-29T00:00:00Z', null],
  ['2026-03-05T24:00:00Z', null],
  ['2026-03-05T15:04:60Z', null],
  ['2026-03-05T15:04:00', null],
  ['2026-03-05', null],
  ['2026-03-05 15:04', null],
  ['2026-03-05T15:04-05', null],
  ['20266-03-05T15:04:00Z', null],
  ['2026-03-05T15:04:00+2', null],
  ['2026-03-05T15:04:00+02:', null],
  [`2026-03-05T15:04:00.${'1'.repeat(120)}Z`, null],
  ['tomorrow', null],
  ['', null],
])('a date and time %s is read as %s, in a field and in a cursor', (value, read) => {
  expect(instant.safeParse(value).data ?? null).toBe(read);
  const id = '01890000-0000-7000-8000-000000000000';
  const cursor = encodeCursor([value, id]);
  const page = z.strictObject(pageQuery(creationKeys)).safeParse({ cursor });
  expect(page.data?.cursor ?? null).toEqual(read === null ? null : [read, id]);
});

it('says once what a date and time looks like', () => {
  const [issue, ...others] = instant.refine(() => false, 'Never.').safeParse('x').error?.issues ?? [];
  expect([issue?.message, others]).toEqual([expect.stringContaining('15:04:00+00:00'), []]);
});
