import { readFileSync } from 'node:fs';
import { z } from 'zod';

interface SettingsSchema {
  properties?: Record<string, { default?: string | number | boolean }>;
  allOf?: SettingsSchema[];
  oneOf?: SettingsSchema[];
  anyOf?: SettingsSchema[];
}

/**
 * The settings that the table of docs/operations.md does not have, or has with another default; read from a service's
 * folder. Whatever the schema accepts counts, each branch of it.
 */
export function undocumentedSettings(schema: z.ZodType): string[] {
  const rows = new Map(
    [
      ...readFileSync('../docs/operations.md', 'utf8').matchAll(/^\| `([A-Z0-9_]+)` *\|[^|]*\|([^|]*)\|/gm),
    ].map(([, name = '', preset = '']) => [name, preset.trim().replaceAll('`', '')]),
  );
  return settingsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SettingsSchema)
    .filter(([name, preset]) => !rows.has(name) || (preset !== '' && rows.get(name) !== preset))
    .map(([name, preset]) => (preset === '' ? name : `${name} (${preset})`));
}

/** Names and defaults; an empty text for none, or for one that JSON Schema cannot say. */
function settingsOf(schema: SettingsSchema): [string, string][] {
  const own = Object.entries(schema.properties ?? {}).map(([name, setting]): [string, string] => [
    name,
    setting.default === undefined ? '' : String(setting.default),
  ]);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [...own, ...parts.flatMap(settingsOf)];
}
