import pg from 'pg';
import { z } from 'zod';
import { type DescribedStatement, describedStatements } from '../statements.ts';

const { builtins } = pg.types;

/** A sample value of each returned type, in PostgreSQL's text format, to see what its parser returns. */
const SAMPLES = new Map<number, string>([
  [builtins.BOOL, 't'],
  [builtins.INT2, '1'],
  [builtins.INT4, '1'],
  [builtins.INT8, '1'],
  [builtins.FLOAT4, '1.5'],
  [builtins.FLOAT8, '1.5'],
  [builtins.NUMERIC, '1.5'],
  [builtins.TEXT, 'a'],
  [builtins.VARCHAR, 'a'],
  [builtins.BPCHAR, 'a'],
  [builtins.UUID, '01890000-0000-7000-8000-000000000000'],
  [builtins.TIME, '09:00:00'],
  [builtins.DATE, '2026-03-05'],
  [builtins.TIMESTAMP, '2026-03-05 15:04:00'],
  [builtins.TIMESTAMPTZ, '2026-03-05 15:04:00.123+00'],
  [builtins.JSON, '{}'],
  [builtins.JSONB, '{}'],
]);

const INTEGERS: readonly number[] = [builtins.INT2, builtins.INT4];
const DOCUMENTS: readonly number[] = [builtins.JSON, builtins.JSONB];
/** The type that a schema format requires. */
const FORMATS = new Map<string | undefined, number>([
  ['datetime', builtins.TIMESTAMPTZ],
  ['date-time', builtins.TIMESTAMPTZ],
  ['uuid', builtins.UUID],
  ['guid', builtins.UUID],
]);
const NAMES = new Map<number, string>(Object.entries(builtins).map(([name, id]) => [id, name.toLowerCase()]));

/** Parsers of node-postgres for values from PostgreSQL. */
interface Parsers {
  getTypeParser(id: number, format: 'text'): (text: string) => unknown;
}

/** PostgreSQL's catalog entries of the tables in the statements. */
interface Catalog {
  /** Whether a column may be null; undefined for a column of a view. */
  isNullable(tableId: number, columnId: number): boolean | undefined;
  /** The id of a table by its name with its schema. */
  idOf(table: string): number | undefined;
}

/** Records the executed hand-written statements until stopped, and compares their row types with their columns. */
export class RowTypes {
  private readonly described = new Map<string, DescribedStatement>();
  private readonly note = (message: unknown): void => {
    if (!isDescribed(message)) throw new TypeError('not a described statement');
    this.described.set(message.statement.text, message);
  };

  constructor() {
    describedStatements.subscribe(this.note);
  }

  stop(): void {
    describedStatements.unsubscribe(this.note);
  }

  /**
   * Checks the statements since the last call. One sentence for each difference between a statement's row type and the
   * columns that PostgreSQL returns: names, types and null. A NOT NULL column counts as nullable after a LEFT JOIN;
   * PostgreSQL does not say so for expressions.
   * @param database the statements' database, or a copy
   */
  async faults(database: pg.Pool): Promise<string[]> {
    const statements = [...this.described.values()];
    this.described.clear();
    if (statements.length === 0) return [];
    const catalog = await readCatalog(database);
    return statements.flatMap((described) => faultsOf(described, catalog));
  }
}

function faultsOf({ statement, row, fields }: DescribedStatement, catalog: Catalog): string[] {
  const outer = [...statement.text.matchAll(/LEFT JOIN ([a-z_]+\.[a-z_]+)/g)].map(([, table = '']) =>
    catalog.idOf(table),
  );
  const declared = new Map(Object.entries<z.core.$ZodType>(row.shape));
  const faults = fields.flatMap((field) => {
    const schema = declared.get(field.name);
    if (!schema) return [`${field.name} is not declared`];
    declared.delete(field.name);
    const isNullable = outer.includes(field.tableID) || catalog.isNullable(field.tableID, field.columnID);
    return faultOf(field, schema, isNullable ?? false, statement.types ?? pg.types) ?? [];
  });
  const missing = [...declared.keys()].map((name) => `${name} is declared but not returned`);
  const text = statement.text.trim().replaceAll(/\s+/g, ' ').slice(0, 120);
  return [...faults, ...missing].map((fault) => `${fault}: ${text}`);
}

function faultOf(
  { name, dataTypeID }: pg.FieldDef,
  schema: z.core.$ZodType,
  isNullable: boolean,
  types: Parsers,
): string | undefined {
  const { kind, format, nullable } = declarationOf(schema);
  if (isNullable && !nullable) return `${name} may be null but is not declared nullable`;
  const sample = SAMPLES.get(dataTypeID);
  const type = NAMES.get(dataTypeID) ?? String(dataTypeID);
  if (sample === undefined) return `${name} has the type ${type}, for which there is no sample value`;
  const value: unknown = types.getTypeParser(dataTypeID, 'text')(sample);
  const returned = DOCUMENTS.includes(dataTypeID)
    ? 'document'
    : value instanceof Date
      ? 'date'
      : typeof value;
  const fits =
    returned === kind &&
    (FORMATS.get(format) ?? dataTypeID) === dataTypeID &&
    (format !== 'safeint' || INTEGERS.includes(dataTypeID));
  return fits ? undefined : `${name} is declared as ${format ?? kind} but returned as ${type} (${returned})`;
}

/**
 * What a schema declares for a column: the kind of value, a format that requires a type, and whether it may be null.
 */
function declarationOf(schema: z.core.$ZodType): { kind: string; format?: string; nullable: boolean } {
  if (schema instanceof z.ZodNullable) return { ...declarationOf(schema.unwrap()), nullable: true };
  if (schema instanceof z.ZodUnknown) return { kind: 'document', nullable: true };
  const nullable = false;
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const format = schema.format ?? z.string().optional().parse(schema.meta()?.['format']);
    return { kind: 'string', nullable, ...(format !== undefined && { format }) };
  }
  if (schema instanceof z.ZodNumber) {
    return { kind: 'number', nullable, ...(schema.format !== null && { format: schema.format }) };
  }
  if (schema instanceof z.ZodEnum) return { kind: 'string', nullable };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', nullable };
  if (schema instanceof z.ZodDate) return { kind: 'date', nullable };
  if (schema instanceof z.ZodObject || schema instanceof z.ZodArray || schema instanceof z.ZodRecord) {
    return { kind: 'document', nullable };
  }
  return { kind: 'with a schema of an unknown kind', nullable };
}

async function readCatalog(database: pg.Pool): Promise<Catalog> {
  const { rows } = await database.query<{ table: number; name: string; column: number; nullable: boolean }>(
    `SELECT c.oid::int AS table, c.oid::regclass::text AS name, a.attnum AS column, NOT a.attnotnull AS nullable
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text NOT LIKE 'pg_%' AND a.attnum > 0`,
  );
  const nullable = new Map(rows.map((row) => [`${row.table}.${row.column}`, row.nullable]));
  const ids = new Map(rows.map(({ name, table }) => [name, table]));
  return {
    isNullable: (tableId, columnId) => nullable.get(`${tableId}.${columnId}`),
    idOf: (table) => ids.get(table),
  };
}

/** What `selectRows` and `execute` publish; nothing else uses this channel. */
const isDescribed = (message: unknown): message is DescribedStatement =>
  typeof message === 'object' && message !== null && 'statement' in message && 'fields' in message;
