import { publish } from '@mainstay/test-kit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Figure } from '../faults/fault.ts';
import { run } from './command.ts';
import { root } from './document.ts';
import { olderCommit, phases, type Run } from './phases.ts';

const usage = `npm run containers [-- [${Object.keys(phases).join(' | ')}] [--from <commit>]]
  --from  the commit to upgrade from, instead of the last release`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string', default: packageJson.config.released } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(phases);
  if (names.some((name) => !(name in phases))) {
    console.error(usage);
    return 1;
  }
  const engine = await engineVersions();
  if (engine === undefined) {
    console.error(
      'This needs a Docker engine with Compose: "docker version" or "docker compose version" fails.',
    );
    return 1;
  }
  const commits = {
    this: await commitOf('HEAD'),
    released: await commitOf(values.from),
    older: await commitOf(olderCommit),
  };
  console.error(`${engine}. This commit is ${commits.this}, what it is upgraded from ${commits.released}.`);
  const changes = await run('git', ['status', '--porcelain'], { cwd: root });
  if (changes !== '') console.error('What is in no commit is not looked at.');

  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!interruption.signal.aborted) console.error('Interrupted: taking everything down.');
      interruption.abort();
    });
  const results: ({ step: string } & Figure)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-containers-'));
  let isWhole = true;
  try {
    for (const name of names) await runPhase(name, { commits, folder, signal: interruption.signal, results });
  } catch (error) {
    console.error(interruption.signal.aborted ? '' : error);
    isWhole = false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  publish(
    {
      title: `Containers, on ${engine}, upgraded from ${commits.released.slice(0, 12)}`,
      command: 'npm run containers',
      columns: ['Step', 'What', 'Number', 'Goal', 'Kept'],
      lines: results.map((row) => [
        row.step,
        row.what,
        row.number,
        row.promise,
        row.isKept ? 'yes' : '**no**',
      ]),
    },
    results,
    false,
  );
  return isWhole && results.every(({ isKept }) => isKept) ? 0 : 1;
}

/** Runs a phase, and removes everything that it started, also after a failure. */
async function runPhase(
  name: string,
  { results, ...rest }: Omit<Run, 'compositions' | 'step'> & { results: ({ step: string } & Figure)[] },
): Promise<void> {
  const compositions: Run['compositions'] = [];
  const step: Run['step'] = async (title, work) => {
    rest.signal.throwIfAborted();
    console.error(title);
    try {
      for (const figure of await work()) {
        results.push({ step: title, ...figure });
        console.error(
          `  ${figure.what}: ${figure.number}${figure.isKept ? '' : `, and not ${figure.promise}`}`,
        );
      }
    } catch (error) {
      if (!rest.signal.aborted) for (const each of compositions) console.error(await each.lastWords());
      throw error;
    }
  };
  try {
    await phases[name]?.({ ...rest, compositions, step });
  } finally {
    const cleared = await Promise.allSettled(compositions.reverse().map((each) => each.takeDown()));
    for (const one of cleared) if (one.status === 'rejected') console.error(one.reason);
  }
}

/** Engine and Compose with their versions; undefined without them. */
async function engineVersions(): Promise<string | undefined> {
  try {
    const engine = await run('docker', ['version', '--format', '{{.Server.Version}}']);
    const compose = await run('docker', ['compose', 'version', '--short']);
    return `Docker Engine ${engine.trim()}, Compose ${compose.trim()}`;
  } catch {
    return undefined;
  }
}

/**
 * The commit of a name.
 * @throws Error when it is missing, as in a shallow clone
 */
async function commitOf(name: string): Promise<string> {
  try {
    return (await run('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root })).trim();
  } catch (error) {
    throw new Error(`There is no commit ${name} here: a shallow clone needs "git fetch --unshallow".`, {
      cause: error,
    });
  }
}

process.exitCode = await main();
