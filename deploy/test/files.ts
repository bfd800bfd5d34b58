import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const root = join(import.meta.dirname, '../..');

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const paths = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

/** The folders of the shell and of the remotes. */
export const frontEnds = [...paths('mf-*/package.json'), 'shell/package.json'].map(dirname);

/** The documents of a YAML file, anchors and merges resolved. @throws on any fault of YAML */
export function documents(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    const [fault] = document.errors;
    if (fault) throw fault;
    return document.toJS() as unknown;
  });
}
