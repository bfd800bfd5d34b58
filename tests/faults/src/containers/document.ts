import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');

/** The blocks of docs/operations.md that the command follows, in the order of the page. */
export const blockNames = [
  'first-administrator',
  'load-balancer',
  'upgrade',
  'replace',
  'roll-back',
  'backup',
  'restore',
  'end-all-access',
  'settings',
  'build',
  'start',
  'scale',
  'take-down',
] as const;
export type BlockName = (typeof blockNames)[number];

/** The blocks of a page that are marked by `containers:<name>` behind their language, by name. */
export function namedBlocks(page: string): [name: string, content: string][] {
  return [...page.matchAll(/^```\w+ containers:([\w-]+)\n([^]*?)^```$/gm)].map(
    ([, name = '', content = '']) => [name, content],
  );
}

/** The page of a checkout. */
export const operations = (checkout = root): string =>
  readFileSync(join(checkout, 'docs/operations.md'), 'utf8');

/**
 * The text of a block, with the values of this run instead of the page's examples.
 * @throws Error when the page has no such block
 */
export function documentBlock(
  name: BlockName,
  places: Readonly<Record<string, string>>,
  checkout = root,
): string {
  const found = namedBlocks(operations(checkout)).find(([each]) => each === name);
  if (!found) throw new Error(`docs/operations.md has no block containers:${name}`);
  return Object.entries(places).reduce((text, [example, place]) => text.replaceAll(example, place), found[1]);
}
