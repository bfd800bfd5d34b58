import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** Characters in PostgreSQL's regular expressions. */
const HYPHENS = String.raw`\u00ad\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead`;
const INVISIBLE = String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;
const WHITE_SPACE = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000`;

interface Key {
  table: string;
  /** How the audit trail names the rows. */
  entity: string;
  /** The columns that are compared as they are, then the one that people type. */
  columns: [...string[], string];
  /** The unique index for the exact spelling, whose name the version before knows. */
  constraint: string;
  /** Rows that count. */
  condition?: string;
}

const keys: Key[] = [
  {
    table: 'locations',
    entity: 'location',
    columns: ['store_number'],
    constraint: 'uq_locations_store_number',
    condition: 'removed_at IS NULL',
  },
  {
    table: 'equipment',
    entity: 'equipment',
    columns: ['location_id', 'serial'],
    constraint: 'uq_equipment_location_id_serial',
    condition: 'serial IS NOT NULL AND removed_at IS NULL',
  },
  { table: 'vendors', entity: 'vendor', columns: ['name'], constraint: 'uq_vendors_name' },
];

/**
 * The key of a row.
 * @param prefix `o.` for the row `o`
 */
const keyOf = ({ columns }: Key, prefix = ''): string =>
  columns
    .map((column, index) =>
      index < columns.length - 1 ? prefix + column : `core.key_of(${prefix}${column})`,
    )
    .join(', ');
const countsIn = ({ condition = 'TRUE' }: Key, prefix = ''): string =>
  condition.replaceAll(/\b(serial|removed_at)\b/g, `${prefix}$1`);

/**
 * Store numbers, serials and names of vendors are the same whatever their case, white space and hyphens.
 * src/fields/key-of.ts compares by the same rule; a test compares them. Rows that have the same key from before stay:
 * each is another `twin`, until its key changes. The trigger refuses what such rows have also after the first of them
 * is gone, and by the name that the version before knows; the index of the next migration refuses the second of two at
 * once.
 */
export class CompareKeys1765900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE FUNCTION core.key_of(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT normalize(upper(lower(btrim(
          regexp_replace(regexp_replace(regexp_replace(
            normalize(value, NFD), '[${HYPHENS}]', '-', 'g'), '[${INVISIBLE}]+', '', 'g'), '[${WHITE_SPACE}]+', ' ', 'g')
        ) COLLATE pg_unicode_fast) COLLATE pg_unicode_fast), NFC)
      $$`);
    for (const key of keys) {
      const { table, entity, columns, constraint } = key;
      await runner.query(`ALTER TABLE core.${table} ADD COLUMN twin integer NOT NULL DEFAULT 0`);
      await runner.query(`
        CREATE OR REPLACE TRIGGER tr_${table}_audit AFTER INSERT OR UPDATE OR DELETE ON core.${table}
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('${entity}', 'twin')`);
      // A plan for the table as it is: one from when it was nearly empty would read all of it for each row of an
      // import.
      await runner.query(`
        CREATE FUNCTION core.check_key_of_${table}() RETURNS trigger LANGUAGE plpgsql
        SET plan_cache_mode = force_custom_plan AS $$
        BEGIN
          IF TG_OP = 'UPDATE' AND ROW(${keyOf(key, 'OLD.')}) IS NOT DISTINCT FROM ROW(${keyOf(key, 'NEW.')}) THEN
            RETURN NEW;
          END IF;
          NEW.twin := 0;
          IF EXISTS (SELECT FROM core.${table} o
            WHERE ROW(${keyOf(key, 'o.')}) = ROW(${keyOf(key, 'NEW.')}) AND ${countsIn(key, 'o.')} AND o.id <> NEW.id) THEN
            RAISE unique_violation USING CONSTRAINT = '${constraint}', MESSAGE = 'There is one that differs in spelling only';
          END IF;
          RETURN NEW;
        END $$`);
      await runner.query(`
        CREATE TRIGGER tr_${table}_key BEFORE INSERT OR UPDATE OF ${columns.join(', ')} ON core.${table}
        FOR EACH ROW WHEN (${countsIn(key, 'NEW.')}) EXECUTE FUNCTION core.check_key_of_${table}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, entity } of keys) {
      await runner.query(`DROP TRIGGER tr_${table}_key ON core.${table}`);
      await runner.query(`DROP FUNCTION core.check_key_of_${table}()`);
      await runner.query(`
        CREATE OR REPLACE TRIGGER tr_${table}_audit AFTER INSERT OR UPDATE OR DELETE ON core.${table}
        FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('${entity}')`);
      await runner.query(`ALTER TABLE core.${table} DROP COLUMN twin`);
    }
    await runner.query('DROP FUNCTION core.key_of(text)');
  }
}

const indexOf = ({ constraint }: Key): string => `${constraint}_key`;

export class IndexKeys1765900201000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const key of keys) {
      await runner.query(`
        UPDATE core.${key.table} o SET twin = same.twin
        FROM (
          SELECT id, row_number() OVER (PARTITION BY ${keyOf(key)} ORDER BY id) - 1 AS twin
          FROM core.${key.table} WHERE ${countsIn(key)}) AS same
        WHERE same.id = o.id AND same.twin <> o.twin`);
      await createIndexConcurrently(runner, {
        schema: 'core',
        name: indexOf(key),
        definition: `ON core.${key.table} (${keyOf(key)}, twin) WHERE ${countsIn(key)}`,
        isUnique: true,
      });
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const key of keys) await runner.query(`DROP INDEX CONCURRENTLY core.${indexOf(key)}`);
  }
}
