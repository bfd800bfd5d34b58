import { z } from 'zod';
import { literal, type Sql, sql, join } from '../database/sql.ts';
import { longText } from '../fields/long-text.ts';

/** SQL for response fields that are no columns of the table: an expression, or the alias of a nested object's row. */
type Others<Shape> = { readonly [Field in keyof Shape]?: Sql | string };

/** The column of a field: `createdAt` is in `created_at`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fieldsOf = (response: z.ZodObject): [field: string, schema: z.core.$ZodType][] =>
  Object.entries<z.core.$ZodType>(response.shape);

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;

/** The fields of a response that are declared as this schema, null or not. */
export const fieldsLike = (response: z.ZodObject, declared: z.ZodType): string[] =>
  fieldsOf(response).flatMap(([field, schema]) => (unwrapped(schema) === declared ? [field] : []));

/** The fields of a response that are declared as {@link longText}. */
export const longFieldsOf = (response: z.ZodObject): string[] => fieldsLike(response, longText);

/**
 * The fields of a response as a SELECT list.
 * @param alias of the table with the columns of the fields
 */
export const columnsOf = <Shape extends z.ZodRawShape>(
  response: z.ZodObject<Shape>,
  alias: string,
  others: Others<Shape> = {},
): Sql => {
  const given = new Map<string, Sql | string | undefined>(Object.entries(others));
  const columns = fieldsOf(response).map(([field, schema]) => {
    const other = given.get(field);
    const column = columnOf(field);
    const own = literal(`${alias}.${column}`);
    if (other === undefined && column === field) return own;
    const selected = typeof other === 'string' ? nested(schema, other) : (other ?? own);
    return sql`${selected} AS ${literal(`"${field}"`)}`;
  });
  return join(columns, ', ');
};

/** An object of the columns of one row; null if a LEFT JOIN found none. */
function nested(schema: z.core.$ZodType, alias: string): Sql {
  const object = unwrapped(schema);
  if (!(object instanceof z.ZodObject)) throw new Error(`${alias} is not for an object`);
  const members = fieldsOf(object).map(([field, member]) => {
    const column = `${alias}.${columnOf(field)}`;
    return `'${field}', ${isInstant(member) ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column}`;
  });
  const built = `json_build_object(${members.join(', ')})`;
  return literal(object === schema ? built : `CASE WHEN ${alias}.id IS NOT NULL THEN ${built} END`);
}

const isInstant = (schema: z.core.$ZodType): boolean => {
  const type = unwrapped(schema);
  return type instanceof z.ZodString && type.meta()?.['format'] === 'date-time';
};

/** The size of the long texts of a row in bytes, which bounds a page. */
export const octetsOf = (response: z.ZodObject, alias: string): Sql =>
  literal(
    [
      '0',
      ...longFieldsOf(response).map((field) => `coalesce(octet_length(${alias}.${columnOf(field)}), 0)`),
    ].join(' + '),
  );
