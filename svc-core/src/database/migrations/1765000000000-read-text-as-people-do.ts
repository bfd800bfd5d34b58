import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** Characters in PostgreSQL's regular expressions: ignored are accents, invisible characters and apostrophes. */
const ACCENTS = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const INVISIBLE = String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;
const APOSTROPHES = String.raw`''\u0060\u02b9-\u02bf\u02c8\u02ca\u02cb\u02f4\u0559\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c`;
const HYPHENS = String.raw`\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead\u02d7\u2043\u2212`;
const WHITE_SPACE = String.raw`\u0009-\u000d\u0020\u0085\u1680\u2028\u2029\u2800`;
const BLANK = String.raw`${WHITE_SPACE}${INVISIBLE}\u00a0\u2000-\u200a\u202f\u205f\u3000`;

/**
 * How people read text: the order of names, and what a search finds. packages/web-kit/src/folded.ts folds text by the
 * same rule for the searches in the browser; a test compares them.
 */
export class ReadTextAsPeopleDo1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Numbers by value; accents, then case, count only between texts that are equal otherwise.
    await runner.query(`CREATE COLLATION core.by_name (provider = icu, locale = 'und-u-kn-true')`);
    await runner.query(String.raw`
      CREATE FUNCTION core.folded_fully(value text) RETURNS text
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        value := normalize(translate(value, U&'\00b4\1ffd\201c\201d\201e\201f', '''''""""'), NFKD);
        value := casefold(regexp_replace(value, '[${ACCENTS}${INVISIBLE}${APOSTROPHES}]+', '', 'g') COLLATE pg_unicode_fast);
        value := replace(replace(replace(translate(value, 'øđħłŧıð', 'odhltid'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        RETURN regexp_replace(regexp_replace(value, '[${HYPHENS}]', '-', 'g'), '[${WHITE_SPACE}]+', ' ', 'g');
      END $$`);
    // Nearly all text is plain, and then this is inlined: a search of few letters folds all titles.
    await runner.query(`
      CREATE FUNCTION core.folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN value ~ '[^ -&(-_a-~]|  ' THEN core.folded_fully(value) ELSE lower(value COLLATE "C") END
      $$`);
    await runner.query(String.raw`
      CREATE FUNCTION core.pattern_of(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT '%' || regexp_replace(core.folded(value), '([\\%_])', '\\\1', 'g') || '%'
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['pattern_of', 'folded', 'folded_fully']) {
      await runner.query(`DROP FUNCTION core.${name}(text)`);
    }
    await runner.query('DROP COLLATION core.by_name');
  }
}

/** Those for text as it is stored serve the version before. */
const indexes = {
  ix_tickets_title_folded: 'ON core.tickets USING gin (core.folded(title) gin_trgm_ops)',
  ix_tickets_purchase_order_folded:
    'ON core.tickets USING gin (core.folded(purchase_order) gin_trgm_ops) WHERE purchase_order IS NOT NULL',
  ix_locations_by_name: 'ON core.locations (name COLLATE core.by_name, id)',
  ix_equipment_location_id_by_name: 'ON core.equipment (location_id, name COLLATE core.by_name, id)',
};

export class IndexTextAsPeopleRead1765000001000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes)) {
      await createIndexConcurrently(runner, { schema: 'core', name, definition });
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX CONCURRENTLY core.${name}`);
  }
}

/** Tidies store numbers as a new one would be. One that another location has then keeps its spelling. */
export class TidyStoreNumbers1765000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$
      DECLARE
        location record;
      BEGIN
        FOR location IN
          SELECT id, normalize(regexp_replace(store_number, '^[${BLANK}]+|[${BLANK}]+$', '', 'g'), NFC) AS tidied
          FROM core.locations
        LOOP
          BEGIN
            UPDATE core.locations SET store_number = location.tidied
            WHERE id = location.id AND store_number <> location.tidied AND location.tidied <> '';
          EXCEPTION WHEN unique_violation THEN
            NULL;
          END;
        END LOOP;
      END $$`);
  }

  async down(): Promise<void> {
    // What was invisible is not missed.
  }
}
