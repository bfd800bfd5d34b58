import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * An index for the searches that have no trigram: one or two characters, or signs. It holds each character of a title
 * and each pair of neighbours, in lower case as ILIKE compares them.
 */
export class SearchShortWords1763700700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION core.short_grams(value text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        characters text[] := regexp_split_to_array(lower(value), '');
        grams text[] := characters;
      BEGIN
        FOR n IN 1 .. cardinality(characters) - 1 LOOP
          grams := grams || (characters[n] || characters[n + 1]);
        END LOOP;
        RETURN grams;
      END $$`);
    await runner.query(
      'CREATE INDEX ix_tickets_title_short_grams ON core.tickets USING gin (core.short_grams(title))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX core.ix_tickets_title_short_grams');
    await runner.query('DROP FUNCTION core.short_grams(text)');
  }
}
