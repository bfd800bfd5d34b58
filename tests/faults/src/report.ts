import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './faults/fault.ts';

const file = join(import.meta.dirname, '../../../docs/reliability-figures.md');

const head = `# Reliability figures

Written by the commands in the headings with \`-- --write\`, each on an otherwise idle machine;
[operations.md](operations.md) and the decisions explain what is promised.
`;

/**
 * Prints the table of a run, and makes the process end with 1 unless every promise was kept.
 * @param command for example `npm run streams`
 * @param size of the run, in words
 * @param isWritten whether the table replaces the command's section of docs/reliability-figures.md
 */
export function report(command: string, size: string, figures: readonly Figure[], isWritten: boolean): void {
  const table = tableOf(size, figures);
  console.log(table);
  process.exitCode = figures.every(({ isKept }) => isKept) ? 0 : 1;
  if (!isWritten) return;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : head;
  writeFileSync(file, withSection(text, `\`${command}\``, `${table}\n\n${circumstances()}`));
  execFileSync('npx', ['prettier', '--write', file], { stdio: 'ignore' });
}

function tableOf(size: string, figures: readonly Figure[]): string {
  const lines = figures.map(
    ({ what, number, promise, isKept }) =>
      `| ${what} | ${number} | ${promise} | ${isKept ? 'yes' : '**no**'} |`,
  );
  return [`| ${size} | Number | Promised | Kept |`, '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** A Markdown text in which the section with this title, of the second level, has this content; it is added at the end if missing. */
export function withSection(text: string, title: string, content: string): string {
  const [intro = '', ...sections] = text.split(/^## /m);
  const section = `${title}\n\n${content}\n`;
  const at = sections.findIndex((other) => other.startsWith(`${title}\n`));
  const changed = at === -1 ? [...sections, section] : sections.with(at, section);
  return [intro, ...changed].map((part) => part.trimEnd()).join('\n\n## ') + '\n';
}

function circumstances(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ':!docs') !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}`;
}
