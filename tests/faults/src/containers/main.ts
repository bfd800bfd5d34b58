import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { anew } from './anew.ts';
import { commitOf, hasChanges } from './checkout.ts';
import { engineVersions, whyNot } from './engine.ts';
import { Stage } from './stage.ts';
import { Table } from './table.ts';
import { upgraded } from './upgraded.ts';
import packageJson from '../../../../package.json' with { type: 'json' };

const phases: Record<string, (stage: Stage) => Promise<void>> = { anew, upgraded };

const usage = `npm run containers [-- [${Object.keys(phases).join(' | ')}] [--from <commit>]]
  --from  the commit to upgrade from, instead of the last release`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string', default: packageJson.config.released } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(phases);
  const chosen = names.map((name) => phases[name]);
  if (chosen.includes(undefined)) {
    console.error(usage);
    return 1;
  }
  const reason = await whyNot();
  if (reason !== undefined) {
    console.error(reason);
    return 1;
  }
  const commits = { this: await commitOf('HEAD'), released: await commitOf(values.from) };
  const engine = await engineVersions();
  console.error(`${engine}. This commit is ${commits.this}, what it is upgraded from ${commits.released}.`);
  if (await hasChanges()) console.error('What is in no commit is not looked at.');

  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!interruption.signal.aborted) console.error('Interrupted: taking everything down.');
      interruption.abort();
    });
  const table = new Table();
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-containers-'));
  let isWhole = true;
  try {
    for (const phase of chosen.flatMap((each) => each ?? [])) {
      const stage = new Stage(folder, commits, table, interruption.signal);
      try {
        await phase(stage);
      } finally {
        await stage.clear();
      }
    }
  } catch (error) {
    console.error(interruption.signal.aborted ? '' : error);
    isWhole = false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(
    `${table.toString()}\n\n${engine}, commit ${commits.this.slice(0, 12)}, upgraded from ${commits.released.slice(0, 12)}`,
  );
  return isWhole && table.missedGoals === 0 ? 0 : 1;
}

process.exitCode = await main();
