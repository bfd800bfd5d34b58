/** What a form has to know of a request's field. Lengths in UTF-16 units. */
interface FieldLimits {
  required?: true;
  minLength?: number;
  maxLength?: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function limitsOf(field: unknown, isRequired: boolean): FieldLimits {
  const { minLength, maxLength: documented, 'x-maxLength': own } = isRecord(field) ? field : {};
  const maxLength = documented ?? own;
  return {
    ...(isRequired && { required: true }),
    ...(typeof minLength === 'number' && { minLength }),
    ...(typeof maxLength === 'number' && { maxLength }),
  };
}

/**
 * The limits of the requests an OpenAPI document names (`…Request`), as a TypeScript module with one constant for each, so
 * that a browser's form carries only those it uses. Fields without a limit are listed too, so that a form that names a
 * field the service does not know fails to compile.
 */
export function limitsModule(schemas: object): string {
  const constants = Object.entries(schemas)
    .filter(
      ([name, schema]) => name.endsWith('Request') && isRecord(schema) && isRecord(schema['properties']),
    )
    .map(([name, schema]: [string, Record<string, unknown>]) => {
      const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
      const fields = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {}).map(
        ([field, its]) => [field, limitsOf(its, required.includes(field))] as const,
      );
      const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      return `export const ${constant} = ${JSON.stringify(Object.fromEntries(fields))} as const;\n`;
    });
  return ['/** Made by "npm run openapi": the limits of each request\'s fields. */\n', ...constants].join(
    '\n',
  );
}
