const words = (text: string): string[] => text.trim().split(/\s+/);

/** The reserved key words of PostgreSQL 18: a schema with such a name would need quotes in every statement. */
const sql = words(`
  all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current default deferrable desc distinct do else end except false fetch for foreign
  freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select similar some symmetric system table tablesample then to trailing true union unique user using
  variadic verbose when where window with public local`);

/** The reserved words of JavaScript. */
const script = words(`
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`);

/** Names that the gateway, the registry and the API page use. */
const places = words('docs services shell intake gateway registry remotes');

/** Names that no domain can have. */
export const reservedNames: ReadonlySet<string> = new Set([...sql, ...script, ...places]);

/** Names that the templates import: an entity with such a name would be declared twice. */
const imported = words(`
  body button column controller delete empty-state entity entity-manager error form form-dialog get idempotency injectable
  input idempotency-key idempotent-request module object page page-header paged-query patch plus-outlined post precondition principal query
  query-runner repository service skeleton-card surface transactions type-orm-module versioned warning-outlined`);

/** Names that no entity can have. */
export const reservedEntities: ReadonlySet<string> = new Set([...script, ...imported]);
