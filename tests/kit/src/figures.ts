import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const page = join(root, 'docs/figures.md');

const head = `# Figures

The current results. Each section is written by the command in its heading, on an otherwise idle machine;
[performance.md](performance.md) and [operations.md](operations.md) explain them.`;

/** One part of docs/figures.md. */
interface Section {
  title: string;
  /** What measures it, for example `npm run bench -- api`. */
  command: string;
  columns: readonly string[];
  lines: readonly (readonly string[])[];
}

/**
 * Prints a section and writes it to `.mainstay/figures`, as Markdown and as JSON with `data`.
 * @param isPublished whether it also replaces its section of docs/figures.md
 */
export function publish(section: Section, data: unknown, isPublished: boolean): void {
  const folder = join(root, '.mainstay/figures');
  const name = section.command.replace(/^npm run /, '').replaceAll(/\W+/g, '-');
  const text = `${tableOf(section)}\n\n${circumstances()}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `${text}\n`);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(data, null, 2));
  console.log(`\n${section.title} (${section.command})\n\n${text}`);
  if (!isPublished) return;
  const before = existsSync(page) ? readFileSync(page, 'utf8') : head;
  writeFileSync(page, withSection(before, `${section.title} (\`${section.command}\`)`, text));
  execFileSync('npx', ['prettier', '--write', page], { cwd: root, stdio: 'ignore' });
}

function tableOf({ columns, lines }: Section): string {
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A Markdown text whose section (level 2) with this title has this content; it is added at the end if missing. */
export function withSection(text: string, title: string, content: string): string {
  const [intro = '', ...sections] = text.split(/^## /m);
  const at = sections.findIndex((other) => other.startsWith(`${title}\n`));
  const section = `${title}\n\n${content}\n`;
  const changed = at === -1 ? [...sections, section] : sections.with(at, section);
  return [intro, ...changed].map((part) => part.trimEnd()).join('\n\n## ') + '\n';
}

/** Date, commit and machine. */
function circumstances(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ':!docs') !== '';
  return [
    new Date().toISOString().slice(0, 10),
    `commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${type()} ${release().split('-')[0] ?? ''}`,
    `Node ${process.versions.node}`,
  ].join(', ');
}
