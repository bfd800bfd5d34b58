import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

const folders = z
  .record(
    z.string(),
    z.strictObject({
      owns: z.array(z.string()).default([]),
      /** Tables of folders beside or above, and what for. */
      uses: z.record(z.string(), z.string().min(1)).default({}),
    }),
  )
  .parse(JSON.parse(read('tables.json')));
const floors = z.array(z.tuple([z.string(), z.array(z.string())])).parse(JSON.parse(read('floors.json')));

const heightOf = (folder: string): number => -floors.findIndex(([, some]) => some.includes(folder));
const ownerOf = new Map(
  Object.entries(folders).flatMap(([name, { owns }]) => owns.map((table) => [table, name])),
);
/** Those of service-kit: no folder here names them. */
const ofTheKit = ['core.idempotency_keys', 'core.migrations'];

it('each table has one owner in tables.json', () => {
  const tables = [...read('test/tables.txt').matchAll(/^core\.\w+$/gm)].map(([table]) => table);
  const owned = Object.values(folders).flatMap(({ owns }) => owns);
  expect([...owned, ...ofTheKit].sort()).toEqual(tables.sort());
});

it('SQL names tables of its own folder and of lower floors; others stand in tables.json with a reason', () => {
  const named = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', {
    cwd: import.meta.dirname,
    exclude: ['**/migrations/**', '**/*.spec.ts'],
  })) {
    const [folder = ''] = file.split('/');
    const tables = named.get(folder) ?? new Set();
    for (const [table] of read(`src/${file}`).matchAll(/\bcore\.[a-z_]+\b/g)) tables.add(table);
    named.set(folder, tables);
  }
  const crossing = [...named].flatMap(([folder, tables]) =>
    [...tables].flatMap((table) => {
      const owner = ownerOf.get(table);
      const isAllowed = owner === undefined || owner === folder || heightOf(owner) < heightOf(folder);
      return isAllowed ? [] : [`${folder} names ${table}`];
    }),
  );
  const declared = Object.entries(folders).flatMap(([folder, { uses }]) =>
    Object.keys(uses).map((table) => `${folder} names ${table}`),
  );
  expect(crossing.sort()).toEqual(declared.sort());
});
