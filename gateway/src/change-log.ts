import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentChanges } from './document-changes.ts';

/**
 * Adds what the documents of the services have since the last release to docs/api-changes.md, as the newest entry:
 * `npm run release` does so before today's documents become those of the release.
 */
const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'docs/api-changes.md');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const lines = new Set(
  globSync('svc-*/openapi.released.json', { cwd: root })
    .sort()
    .flatMap((released) => documentChanges(read(released), read(released.replace('.released', '')))),
);
const [head = '', ...entries] = readFileSync(file, 'utf8').split(/^(?=## )/m);
const today = new Date().toISOString().slice(0, 10);
const entry = `## ${today}\n\n${Array.from(lines, (line) => `- ${line}\n`).join('') || 'Nothing.\n'}`;
writeFileSync(file, [`${head.trimEnd()}\n`, entry, ...entries].join('\n'));
