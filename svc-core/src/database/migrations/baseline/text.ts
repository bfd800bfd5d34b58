/** Characters in PostgreSQL's regular expressions: ignored are accents, invisible characters and apostrophes. */
const ACCENTS = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const INVISIBLE = String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;
const APOSTROPHES = String.raw`''\u0060\u02b9-\u02bf\u02c8\u02ca\u02cb\u02f4\u0559\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c`;
const HYPHENS = String.raw`\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead\u02d7\u2043\u2212`;
const WHITE_SPACE = String.raw`\u0009-\u000d\u0020\u0085\u1680\u2028\u2029\u2800`;

/**
 * How people read text: the order of names, and what a search finds. packages/web-kit/src/folded.ts folds text by the
 * same rule for the searches in the browser; a test compares them.
 */
export const text = String.raw`
  -- Numbers by value; accents, then case, count only between texts that are equal otherwise.
  CREATE COLLATION core.by_name (provider = icu, locale = 'und-u-kn-true');

  CREATE FUNCTION core.folded_fully(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    value := normalize(translate(value, U&'\00b4\1ffd\201c\201d\201e\201f', '''''""""'), NFKD);
    value := casefold(regexp_replace(value, '[${ACCENTS}${INVISIBLE}${APOSTROPHES}]+', '', 'g') COLLATE pg_unicode_fast);
    value := replace(replace(replace(translate(value, 'øđħłŧıð', 'odhltid'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    RETURN regexp_replace(regexp_replace(value, '[${HYPHENS}]', '-', 'g'), '[${WHITE_SPACE}]+', ' ', 'g');
  END $$;
  -- Nearly all text is plain, and then this is inlined: a search of few letters folds all titles.
  CREATE FUNCTION core.folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN value ~ '[^ -&(-_a-~]|  ' THEN core.folded_fully(value) ELSE lower(value COLLATE "C") END
  $$;
  CREATE FUNCTION core.pattern_of(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '%' || regexp_replace(core.folded(value), '([\\%_])', '\\\1', 'g') || '%'
  $$;

  -- For searches that have no trigram, one or two characters, or signs: each character of a title and each pair of
  -- neighbours, in lower case as ILIKE compares them.
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
  END $$;`;
