import { describe, expect, it } from '@jest/globals';
import { execute, selectRows } from '@mainstay/service-kit';
import { z } from 'zod';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

const faults = () => core.backends.rowTypes.faults(core.backends.admin);

describe('a row type', () => {
  const id = z.guid();

  it.each<[string, z.ZodObject, string, string[]]>([
    ['as returned', z.object({ id, notes: z.string().nullable() }), 'SELECT id, notes FROM core.tickets', []],
    [
      'with another name',
      z.object({ ident: id }),
      'SELECT id FROM core.tickets',
      ['id is not declared', 'ident is declared but not returned'],
    ],
    [
      'with another type',
      z.object({ version: z.string() }),
      'SELECT version FROM core.tickets',
      ['version is declared as string but returned as int4 (number)'],
    ],
    [
      'with a number that is returned as text',
      z.object({ count: z.int() }),
      'SELECT count(*) FROM core.tickets',
      ['count is declared as safeint but returned as int8 (string)'],
    ],
    [
      'with a format of another type',
      z.object({ title: z.string().meta({ format: 'uuid' }) }),
      'SELECT title FROM core.tickets',
      ['title is declared as uuid but returned as varchar (string)'],
    ],
    [
      'with a time as text that is returned as a Date',
      z.object({ created_at: z.iso.datetime() }),
      'SELECT created_at FROM core.tickets',
      ['created_at is declared as datetime but returned as timestamptz (date)'],
    ],
    [
      'without null',
      z.object({ notes: z.string() }),
      'SELECT notes FROM core.tickets',
      ['notes may be null but is not declared nullable'],
    ],
    [
      'without null after a LEFT JOIN',
      z.object({ email: z.string() }),
      'SELECT u.email FROM core.tickets t LEFT JOIN auth.users u ON u.id = t.assigned_to',
      ['email may be null but is not declared nullable'],
    ],
  ])('%s', async (_name, row, text, expected) => {
    await selectRows(core.backends.admin, row, { text });
    expect(await faults()).toEqual(expected.map((fault) => `${fault}: ${text}`));
  });

  it('ignores the columns of a statement whose rows are not read', async () => {
    await execute(core.backends.admin, { text: 'SELECT id FROM core.tickets' });
    expect(await faults()).toEqual(['id is not declared: SELECT id FROM core.tickets']);
  });
});

it('reports a column whose type has changed', async () => {
  await core.query('ALTER TABLE core.locations ALTER COLUMN phone TYPE integer USING NULL');
  await core.as(core.admin).get('/api/locations').expect(200);
  expect(await faults()).toEqual([
    expect.stringMatching(
      /^phone is declared as string but returned as int4 \(number\): SELECT l\.id, l\.name/,
    ),
  ]);
});
