import { createConfig, lintFromString } from '@redocly/openapi-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes.ts';
import { opennessFaults } from './open-responses.ts';
import { unguardedWrites } from './unguarded-writes.ts';

/**
 * Checks a service's committed documents: `faults` are violations of Redocly's recommended rules in `openapi.json`,
 * headers that its writes do not list, and responses that are closed; `breaks` are changes that break a client of
 * `openapi.released.json`. One sentence each.
 */
export async function checkOpenApi(folder: string): Promise<{ faults: string[]; breaks: string[] }> {
  const [current, released] = await Promise.all([
    readFile(join(folder, 'openapi.json'), 'utf8'),
    readFile(join(folder, 'openapi.released.json'), 'utf8'),
  ]);
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'security-defined': 'error' },
  });
  const problems = await lintFromString({ source: current, config });
  const document = asObject(JSON.parse(current));
  return {
    faults: [
      ...problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
      ),
      ...unguardedWrites(document),
      ...opennessFaults(document),
    ],
    breaks: breakingChanges(asObject(JSON.parse(released)), document),
  };
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an OpenAPI document');
  return value;
}
