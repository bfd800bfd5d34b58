import { expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  standard: string | null;
}
const columns = (): Promise<Column[]> =>
  core.query<Column>(
    `SELECT c.oid::regclass::text AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
       a.attnotnull AS required, pg_get_expr(d.adbin, d.adrelid) AS standard
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relkind IN ('r', 'v') AND c.relnamespace::regnamespace::text IN ('core', 'auth')
       AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, a.attnum`,
  );
const described = ({ type, required }: Pick<Column, 'type' | 'required'>): string =>
  `${type} ${required ? 'required' : 'optional'}`;

it('the schema is that of tables.txt, which `WRITE_TABLES=1 npm test -- tables` writes', async () => {
  const parts = await core.query<{ table: string; line: string }>(
    `SELECT conrelid::regclass::text AS table, conname || ': ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
     WHERE connamespace = 'core'::regnamespace AND contype NOT IN ('n', 't')
     UNION ALL SELECT 'core.' || tablename, regexp_replace(indexdef, ' ON [a-z_.]+ ', ' ') FROM pg_indexes WHERE schemaname = 'core'
     UNION ALL SELECT tgrelid::regclass::text, regexp_replace(pg_get_triggerdef(oid), ' ON [a-z_.]+ ', ' ') FROM pg_trigger
     WHERE tgrelid::regclass::text LIKE 'core.%' AND NOT tgisinternal AND tgenabled = 'O'
     ORDER BY 1, 2`,
  );
  const lines = (await columns())
    .filter(({ table }) => table.startsWith('core.'))
    .map((column) => ({
      table: column.table,
      line: `${column.name} ${described(column)}${column.standard === null ? '' : ` = ${column.standard}`}`,
    }));
  const tables = Map.groupBy([...lines, ...parts], ({ table }) => table);
  const dump = [...tables]
    .map(([table, rows]) => `${table}\n${rows.map(({ line }) => `  ${line}\n`).join('')}`)
    .join('\n');
  const file = join(__dirname, 'tables.txt');
  if (process.env['WRITE_TABLES'] === '1') writeFileSync(file, dump);
  expect(dump).toBe(readFileSync(file, 'utf8'));
});

it('each foreign key is the beginning of an index, for the cascades', async () => {
  const missing = await core.query(
    `SELECT conname FROM pg_constraint c WHERE connamespace = 'core'::regnamespace AND contype = 'f' AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
  );
  expect(missing).toEqual([]);
});

it('the entities have the columns and the foreign keys of their tables', async () => {
  const inCatalog = Map.groupBy(await columns(), ({ table }) => table);
  const keys = await core.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint WHERE contype = 'f' ORDER BY 2`,
  );
  for (const entity of core.app.get(DataSource).entityMetadatas) {
    const found = Object.fromEntries(
      (inCatalog.get(entity.tablePath) ?? []).map((column) => [column.name, described(column)]),
    );
    const declared = Object.fromEntries(
      entity.columns.map(({ databaseName, type, length, precision, scale, isNullable, isArray }) => [
        databaseName,
        described({
          type: `${TYPE_NAMES[String(type)]?.(length, precision, scale) ?? String(type)}${isArray ? '[]' : ''}`,
          required: !isNullable,
        }),
      ]),
    );
    if (entity.schema === 'auth') expect(found).toMatchObject(declared);
    else {
      expect([entity.tablePath, declared]).toEqual([entity.tablePath, found]);
      expect(entity.foreignKeys.map(({ name }) => name).sort()).toEqual(
        keys.filter(({ table }) => table === entity.tablePath).map(({ name }) => name),
      );
    }
  }
});

/** TypeORM's type names with those of PostgreSQL. */
const TYPE_NAMES: Record<string, (length: string, precision?: number | null, scale?: number) => string> = {
  varchar: (length) => `character varying(${length})`,
  numeric: (_length, precision, scale) => `numeric(${precision},${scale})`,
  time: (_length, precision) => `time(${precision ?? 6}) without time zone`,
  timestamptz: (_length, precision) => `timestamp${precision == null ? '' : `(${precision})`} with time zone`,
};
