import { readFileSync } from 'node:fs';
import { z } from 'zod';

interface SettingsSchema {
  properties?: Record<string, { default?: string | number | boolean }>;
  allOf?: SettingsSchema[];
  oneOf?: SettingsSchema[];
  anyOf?: SettingsSchema[];
}

/**
 * Settings that are missing in the table of docs/operations.md, or have another default there; run in a service's
 * folder. Covers every branch of the schema.
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

/** Names and defaults; an empty text for no default, or for one that JSON Schema cannot express. */
function settingsOf(schema: SettingsSchema): [string, string][] {
  const own = Object.entries(schema.properties ?? {}).map(([name, setting]): [string, string] => [
    name,
    setting.default === undefined ? '' : String(setting.default),
  ]);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [...own, ...parts.flatMap(settingsOf)];
}
