import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from './domain.ts';
import { makeDomain } from './make-domain.ts';

const usage = `Usage:
  npm run new -- <name> [--only remote|service] [--title "Spare parts"] [--entity spare-part]

Makes mf-<name>, a screen at /<name>, and svc-<name>, the API at /api/<name>. See docs/new-domain.md for the next steps.`;

const checkout = join(import.meta.dirname, '../../..');

/** @throws Error with the command when it fails */
function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed; nothing was created.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { only: { type: 'string' }, title: { type: 'string' }, entity: { type: 'string' } },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse(process.argv.slice(2));
  const { only, title, entity } = values;
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Refusal(usage);
  if (only !== undefined && only !== 'remote' && only !== 'service') throw new Refusal(usage);
  const folders = await makeDomain({ name, title, entity, only }, checkout, run);
  console.log(`Made ${folders.join(' and ')}. Next:`);
  console.log(`  npm test -w ${folders.join(' && npm test -w ')}`);
  if (only !== 'remote') console.log(`  npm run service -- deploy ${name}   # into the running "npm start"`);
  if (only !== 'service') {
    console.log(`  npm run build -w mf-${name} && npm run remote -- publish ${name}`);
  }
}

// Ctrl-C ends the running command, and everything created so far is removed.
process.on('SIGINT', () => undefined);
try {
  await main();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
