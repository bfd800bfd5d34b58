import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { mergeDocuments } from '../docs/merge.js';

const record = z.record(z.string(), z.unknown());
const documentShape = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string() }),
  servers: z.unknown(),
  security: z.unknown(),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: record,
  components: z.record(z.string(), record),
});

/**
 * Writes the document of all services, as those of a folder are now; an empty one without any. The image
 * of the gateway is built with it, and a checkout has it from each rendering.
 * @throws Error for two components of one name that differ
 */
export function writeAllDocument(folder: string, file: string): void {
  const documents = globSync('svc-*/openapi.json', { cwd: folder })
    .sort()
    .map((path) => documentShape.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))));
  const seen = new Map<string, string>();
  const all = documents.flatMap(({ components }) =>
    Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(
        ([name, component]) => [`${kind}/${name}`, JSON.stringify(component)] as const,
      ),
    ),
  );
  for (const [name, text] of all) {
    if ((seen.get(name) ?? text) !== text) throw new Error(`two services have a component ${name}`);
    seen.set(name, text);
  }
  writeFileSync(file, documents.length === 0 ? '{}' : JSON.stringify(mergeDocuments(documents)));
}

const [, program, folder, file] = process.argv;
if (program !== undefined && import.meta.url === pathToFileURL(program).href) {
  if (folder === undefined || file === undefined) throw new Error('node all-document.ts <folder> <file>');
  writeAllDocument(folder, file);
}
