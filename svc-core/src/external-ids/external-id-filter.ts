import { type Sql, sql } from '../database/sql.ts';
import { externalIdText } from './external-id.ts';

/** The query parameter of a list. */
export const externalIdFilter = externalIdText.optional().meta({
  description: 'The one with this reference of yours, also at an archived location.',
});

/** The condition that a column has a text in whatever spelling; none for a text that is undefined. */
export const spelled = (column: Sql, asked: string | undefined): Sql[] =>
  asked === undefined ? [] : [sql`core.key_of(${column}) = core.key_of(${asked})`];
