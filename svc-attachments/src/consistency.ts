import 'reflect-metadata';
import { errorText, loadConfig } from '@mainstay/service-kit';
import { NestFactory } from '@nestjs/core';
import { parseArgs } from 'node:util';
import { configSchema } from './config.ts';
import { ConsistencyCheck } from './consistency/consistency-check.ts';
import { ConsistencyModule } from './consistency/consistency.module.ts';

/** Exit codes: monitoring must be able to distinguish a failed check from both results. */
const CONSISTENT = 0;
const INCONSISTENT = 1;
const NOT_CHECKED = 2;

/** Prints one line for each discrepancy, and a summary at the end. */
async function check(repair: boolean): Promise<number> {
  const config = loadConfig(configSchema);
  const context = await NestFactory.createApplicationContext(ConsistencyModule.forRoot(config), {
    logger: ['error', 'warn', 'fatal'],
    abortOnError: false,
  });
  try {
    const { attachments, thumbnails, objects, discrepancies, repaired } = await context
      .get(ConsistencyCheck)
      .run({
        repair,
        report: ({ what, key, detail, isRepaired }) =>
          say(`${what}: ${key} (${detail})${isRepaired ? ': repaired' : ''}`),
      });
    say(
      `Compared ${attachments} attachments and ${thumbnails} thumbnails with ${objects} objects: ` +
        `${discrepancies} discrepancies, ${repaired} repaired.`,
    );
    return discrepancies === repaired ? CONSISTENT : INCONSISTENT;
  } finally {
    await context.close();
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } });
  process.exitCode = await check(values.repair);
} catch (error) {
  process.stderr.write(`The check failed. ${errorText(error)}\n`);
  process.exitCode = NOT_CHECKED;
}
