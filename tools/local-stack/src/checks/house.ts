import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { attempt } from '../processes/run-command.ts';
import { recordOf } from '../shape.ts';
import type { Finding } from './scoreboard.ts';

/** What a newcomer must read, and in how many places a rule stands. Above `hold` the check fails. */
interface Measure {
  what: string;
  value: number;
  hold: number;
  /** Why this much. */
  reason: string;
}

const TEST = /\.(spec|stories)\.tsx?$|^tests\/|\/(test|testing)\/|\/testing\.tsx?$/;
const MIGRATION = /\/migrations\//;

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const linesOf = (path: string) => read(path).split('\n').length - 1;
/** Without comments and blank lines, which are there for whoever reads the others. */
const codeLinesOf = (path: string) =>
  read(path)
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;
const paths = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] });
const textsIn = (list: unknown, member: string): string[] =>
  Array.isArray(list) ? list.map((item) => String(recordOf(item)[member])) : [];

/**
 * The value that nine of ten do not exceed.
 * @throws Failure if there are none
 */
function ninetyPercent(values: number[]): number {
  const value = values.sort((one, other) => one - other)[Math.ceil(values.length * 0.9) - 1];
  if (value === undefined)
    throw new Failure('There is nothing to measure: have folders or files other names?');
  return value;
}

/** The lines of code of its package behind each of these files: with all that it imports, and so on. */
function behind(graph: Map<string, string[]>, files: RegExp): number[] {
  return [...graph.keys()]
    .filter((file) => files.test(file) && !TEST.test(file))
    .map((file) => {
      const own = `${file.split('/')[0]}/`;
      const found = new Set([file]);
      for (const each of found)
        for (const next of graph.get(each) ?? []) if (next.startsWith(own)) found.add(next);
      return [...found].reduce((sum, each) => sum + codeLinesOf(each), 0);
    });
}

/** @param file as dependency-cruiser writes it (JSON) */
function readGraph(file: string): Map<string, string[]> {
  const { modules } = recordOf(JSON.parse(readFileSync(file, 'utf8')));
  const own = (path: string) => /\.tsx?$/.test(path) && !/node_modules|\.d\.ts$|\/dist\//.test(path);
  return new Map(
    (Array.isArray(modules) ? modules : [])
      .map(recordOf)
      .map(({ source, dependencies }): [string, string[]] => [
        String(source),
        textsIn(dependencies, 'resolved').filter(own),
      ])
      .filter(([source]) => own(source)),
  );
}

/** The lines of each function of the source longer than `most`, by oxlint. Wrappers of whole scripts do not count. */
async function longFunctions(most: number, signal: AbortSignal): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  try {
    const config = join(folder, 'oxlint.json');
    const rules = { 'max-lines-per-function': ['error', { max: most }] };
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
    const source = paths('{shell,intake,mf-*,svc-*,packages/*,tools/*}/src');
    const args = ['--no', '--', 'oxlint', '--config', config, '--disable-nested-config', '--format', 'json'];
    const { output } = await attempt('npx', [...args, ...source], { cwd: root, signal });
    const { diagnostics } = recordOf(JSON.parse(output.slice(output.indexOf('{'))));
    if (!Array.isArray(diagnostics)) throw new Failure('oxlint has another form of JSON now.');
    return diagnostics
      .map(recordOf)
      .filter(({ filename }) => !TEST.test(String(filename)) && !MIGRATION.test(String(filename)))
      .map(({ message }) => Number(/\((\d+)\)/.exec(String(message))?.[1]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lines of tests and their helpers for a line of source, of the package with the most. */
function heaviestTests(): [name: string, ratio: number] {
  const ratios = paths('{shell,intake,mf-*,svc-*,packages/*}/package.json').map((manifest) => {
    const name = manifest.replace('/package.json', '');
    const files = paths(`${name}/**/*.{ts,tsx,css}`).filter(
      (path) => !/\/dist\/|openapi\./.test(path) && !MIGRATION.test(path),
    );
    const sum = (some: string[]) => some.reduce((lines, path) => lines + linesOf(path), 0);
    const tests = files.filter((path) => TEST.test(path));
    return { name, ratio: sum(tests) / sum(files.filter((path) => !TEST.test(path))) };
  });
  const { name, ratio } = ratios.sort((one, other) => other.ratio - one.ratio)[0] ?? { name: '', ratio: 0 };
  return [name, Number(ratio.toFixed(2))];
}

const count = (pattern: RegExp, files: string[]) => files.filter((path) => pattern.test(read(path))).length;
const words = (files: string[]) =>
  files.reduce((sum, path) => sum + read(path).split(/\s+/).filter(Boolean).length, 0);

const sourceFiles = (): string[] =>
  paths('{shell,mf-*,svc-*,packages/*}/**/*.{ts,tsx}').filter(
    (path) => !TEST.test(path) && !/openapi|\/dist\//.test(path),
  );

async function measure(imports: string, signal: AbortSignal): Promise<Measure[]> {
  const graph = readGraph(imports);
  const long = await longFunctions(60, signal);
  const [heaviest, ratio] = heaviestTests();
  const source = sourceFiles();
  return [
    {
      what: 'own lines of code behind a controller of svc-core (90 %)',
      value: ninetyPercent(behind(graph, /^svc-core\/src\/.*\.controller\.ts$/)),
      hold: 3850,
      reason: 'each way to change a ticket reaches all its rules',
    },
    {
      what: 'own lines of code behind a screen or dialog (90 %)',
      value: ninetyPercent(behind(graph, /^(shell|intake|mf-[a-z-]+)\/src\/.*-(screen|dialog|page)\.tsx$/)),
      hold: 1800,
      reason: 'an afternoon of reading',
    },
    {
      what: 'functions over 60 lines',
      value: long.length,
      hold: 19,
      reason: 'a window of an editor; lists of columns and fields are longer',
    },
    {
      what: 'functions over 120 lines',
      value: long.filter((lines) => lines > 120).length,
      hold: 0,
      reason: 'nobody keeps two windows in mind',
    },
    {
      what: 'files that write the row of a ticket',
      value: count(
        /\b(INSERT INTO|UPDATE|DELETE FROM) core\.tickets\b/,
        source.filter((path) => path.startsWith('svc-core/src/') && !MIGRATION.test(path)),
      ),
      hold: 1,
      reason: 'a rule that one way forgets is no rule',
    },
    {
      what: 'files that name a field (purchaseOrder)',
      value: count(/\bpurchaseOrder\b/, source),
      hold: 7,
      reason: 'rows, schema, sheet, labels, form, detail: each says something else about it',
    },
    {
      what: 'words of README, CONTRIBUTING and docs/architecture',
      value: words(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']),
      hold: 4500,
      reason: 'a quarter of an hour before the first change',
    },
    {
      what: `lines of tests for a line of source, ${heaviest}`,
      value: ratio,
      hold: 1.2,
      reason: 'more is read, run and changed than it guards',
    },
  ];
}

/**
 * Measures the house (docs/architecture.md).
 * @param imports a file of dependency-cruiser's JSON
 */
export async function houseCheck(imports: string, signal: AbortSignal): Promise<Finding> {
  const measures = await measure(imports, signal);
  const failed = measures.filter(({ value, hold }) => value > hold);
  const output = measures
    .map(({ what, value, hold, reason }) =>
      [what.padEnd(58), String(value).padStart(6), `hold ${hold}`.padEnd(10), reason].join('  '),
    )
    .join('\n');
  return { passed: measures.length - failed.length, failed: failed.length, output };
}
