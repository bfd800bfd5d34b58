import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ending = '.template';

/**
 * Writes every `*.template` below `from` to the same place below `to`, without the ending, with each `${NAME}` in
 * capitals replaced, like envsubst in the nginx image. Throws when a template has an unknown variable.
 */
export function renderTemplates(from: string, to: string, variables: Record<string, string>): void {
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith(ending)) continue;
    const target = join(to, file.slice(0, -ending.length));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, substitute(readFileSync(join(from, file), 'utf8'), variables, file));
  }
}

function substitute(text: string, variables: Record<string, string>, file: string): string {
  return text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`${file} has an unknown variable: ${name}`);
    return value;
  });
}
