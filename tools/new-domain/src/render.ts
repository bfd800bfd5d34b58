import Handlebars from 'handlebars';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type Domain, sentence } from './domain.ts';

const templates = join(import.meta.dirname, '../templates');

/** The data of the templates besides the domain's names. */
export interface Facts {
  hasService: boolean;
  /** Of the migration: milliseconds since 1970. */
  timestamp: number;
  /** Where `npm run dev` serves the remote. */
  devPort: number;
  /** The installed version of each package: a new domain uses the same. */
  versions: ReadonlyMap<string, string>;
}

/**
 * Renders a folder of templates: `{{…}}` in their texts and paths, which end in `.hbs`. Files are formatted as
 * `npm run format` would.
 * @param name of the folder in templates/
 * @param checkout whose formatting rules apply
 * @throws Error naming the file and the error
 */
export async function renderTemplates(
  name: string,
  target: string,
  checkout: string,
  domain: Domain,
  facts: Facts,
): Promise<void> {
  const handlebars = Handlebars.create();
  handlebars.registerHelper({
    sentence,
    version: (packageName: string) => {
      const version = facts.versions.get(packageName);
      if (version === undefined) throw new Error(`no version of ${packageName} is installed`);
      return version;
    },
  });
  // The tables of the schema, as listed in the test.
  const tables = [domain.schema, 'idempotency_keys', 'migrations'].sort().map((table) => `'${table}'`);
  const data = { ...domain, ...facts, tables: tables.join(', ') };
  const fill = (text: string) => handlebars.compile(text, { noEscape: true, strict: true })(data);
  const options = await resolveConfig(join(checkout, 'package.json'));
  const folder = join(templates, name);
  for (const template of globSync('**/*.hbs', { cwd: folder })) {
    const path = fill(template).replace(/\.hbs$/, '');
    try {
      const text = fill(readFileSync(join(folder, template), 'utf8'));
      const file = join(target, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await format(text, { ...options, filepath: file }));
    } catch (error) {
      throw new Error(`${name}/${template}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
