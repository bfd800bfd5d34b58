import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = join(import.meta.dirname, '..');
const file = join(folder, 'nginx/http/problem-pages.conf.template');

/** Any document: each has the whole table. */
const documentSchema = z.object({
  'x-problems': z.record(z.string().regex(/^[a-z_]+$/), z.object({ means: z.string(), remedy: z.string() })),
});

/** The maps of the pages `/problems/<code>`, from the table in the documents of the services. */
export function problemPages(): string {
  const text = readFileSync(join(folder, '../svc-core/openapi.json'), 'utf8');
  const rows = Object.entries(documentSchema.parse(JSON.parse(text))['x-problems']);
  const map = (name: 'means' | 'remedy') =>
    `map $asked_problem $problem_${name} {\n    default "";\n${rows
      .map(([code, row]) => `    ${code} "${htmlOf(row[name])}";\n`)
      .join('')}}\n`;
  return `# Written by src/problem-pages.ts ("npm run problem-pages").\n${map('means')}\n${map('remedy')}`;
}

/** @throws Error for what nginx would read as a variable, or take for the end of the text */
function htmlOf(text: string): string {
  if (/[$\\"]/.test(text)) throw new Error(`nginx cannot say: ${text}`);
  return text.replaceAll('<', '&lt;').replace(/`([^`]*)`/g, '<code>$1</code>');
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, problemPages());
