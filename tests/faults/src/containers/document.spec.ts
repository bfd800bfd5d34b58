import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './composition.ts';
import { type BlockName, blockNames, documentBlock, namedBlocks, operations, root } from './document.ts';

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

/** What an example is about; everything else is for whichever services and front ends there are. */
const subjects: Partial<Record<BlockName, string[]>> = {
  replace: ['svc-core'],
  'roll-back': ['publish-shell'],
  'end-all-access': ['svc-auth'],
  scale: ['svc-core'],
};
/** A service, a front end or one of their jobs, by its name. */
const part = /\b(?:svc|mf|migrate|publish)-[a-z][a-z-]*/g;

describe('a new domain changes no documented command', () => {
  it.each(blockNames)('the block %s names no service or front end but the subject of an example', (name) => {
    const named = [...(blocks.get(name) ?? '').matchAll(part)].map(([found]) => found);
    expect([...new Set(named)]).toEqual(subjects[name] ?? []);
  });

  it.each(['operations.md', 'new-domain.md'])('no line of a command in %s names two of them', (page) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    const commands = [
      ...[...text.matchAll(/^```sh.*\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n')),
      ...[...text.replace(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
    ];
    const domains = (line: string) =>
      new Set([...line.matchAll(part)].map(([found]) => found.replace(/^.*?-/, '')));
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter((line) => domains(line).size > 1)).toEqual([]);
    // All services migrate together, but in Kubernetes a domain that is added alone.
    const alone = page === 'operations.md' ? [] : ['job/migrate-suppliers'];
    expect(commands.flatMap((line) => /(?:\S*\/)?migrate-[a-z]\S*/.exec(line)?.[0] ?? [])).toEqual(alone);
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
