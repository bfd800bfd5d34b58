import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './composition.ts';
import { blockNames, documentBlock, namedBlocks, operations } from './document.ts';

const blocks = new Map(namedBlocks(operations()));
const sources = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.startsWith('document'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');

it('follows every named block of docs/operations.md, and no other', () => {
  expect([...blocks.keys()]).toEqual([...blockNames]);
  expect(namedBlocks(operations())).toHaveLength(blocks.size);
});

it.each(blockNames)('follows the block %s somewhere', (name) => {
  expect(sources).toMatch(new RegExp(`(follow|block|documentBlock)\\(\\s*'${name}'`));
});

/** From this heading to the next of its level. */
const section = (heading: string): string =>
  new RegExp(`^(#+) ${heading}\\n[^]*?(?=^\\1 |(?![^]))`, 'm').exec(operations())?.[0] ?? '';

describe.each(['Upgrade and rollback', 'With Compose'])('what an operator copies from "%s"', (heading) => {
  it('is a block that is followed', () => {
    const unnamed = [...section(heading).matchAll(/^```(\w+)$/gm)].map(([fence]) => fence);
    expect(section(heading)).toMatch(/^```sh containers:/m);
    expect(unnamed).toEqual([]);
  });
});

it('gives each example of the page a place of the run', () => {
  const all = [...blocks.values()].join('\n');
  for (const example of Object.keys(examples)) expect(all).toContain(example);
  const places = Object.fromEntries(Object.keys(examples).map((example) => [example, '<place>']));
  for (const name of blockNames) {
    expect(documentBlock(name, places)).not.toMatch(/example\.com(?!")|:80\d\d\b/);
  }
});
