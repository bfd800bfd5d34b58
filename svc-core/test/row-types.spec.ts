import { describe, expect, it } from '@jest/globals';
import { execute, selectRows } from '@mainstay/service-kit';
import { z } from 'zod';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

const faults = () => core.backends.rowTypes.faults(core.backends.admin);

describe('a row type', () => {
  const id = z.guid();

  const from = 'FROM core.tickets t LEFT JOIN auth.users u ON u.id = t.assigned_to';

  it.each<[string, z.ZodObject, string, string[]]>([
    ['as returned', z.object({ id, notes: z.string().nullable() }), 't.id, notes', []],
    [
      'with another name',
      z.object({ ident: id }),
      't.id',
      ['id is not declared', 'ident is declared but not returned'],
    ],
    [
      'with another type',
      z.object({ version: z.string() }),
      't.version',
      ['version is declared as string but returned as int4 (number)'],
    ],
    [
      'with a number that is text',
      z.object({ count: z.int() }),
      'count(*)',
      ['count is declared as safeint but returned as int8 (string)'],
    ],
    [
      'with another format',
      z.object({ title: z.string().meta({ format: 'uuid' }) }),
      'title',
      ['title is declared as uuid but returned as varchar (string)'],
    ],
    [
      'with a time that is a Date',
      z.object({ created_at: z.iso.datetime() }),
      't.created_at',
      ['created_at is declared as datetime but returned as timestamptz (date)'],
    ],
    [
      'without null',
      z.object({ notes: z.string() }),
      'notes',
      ['notes may be null but is not declared nullable'],
    ],
    [
      'without null after a LEFT JOIN',
      z.object({ email: z.string() }),
      'email',
      ['email may be null but is not declared nullable'],
    ],
  ])('%s', async (_name, row, columns, expected) => {
    const text = `SELECT ${columns} ${from}`;
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
