import { join } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { faultOf, type Guard } from '../guards/guard.ts';
import { guards as allGuards } from '../guards/guards.ts';
import { Laboratory, type Verdict } from '../guards/laboratory.ts';
import { root } from '../machine/folders.ts';
import { onThrowAwayBackends } from '../system/throw-away.ts';

/**
 * `mainstay guards [name…]`: removes one check after the other in a copy of this checkout, all of them or those whose names
 * contain one of the words, and shows which test catches it. The last lines are the count and what none caught.
 */
export async function guards(context: CommandContext): Promise<number> {
  const { args, progress, signal } = context;
  const faults = allGuards.flatMap((guard) => faultOf(guard, root) ?? []);
  if (faults.length > 0) throw new Failure(faults.join('\n'));
  const chosen = choose(args);
  await prepareCheckout(progress, signal, [...listServices().map(folderOf), 'packages/api-client']);
  const { createTemplate } = await import('../system/test-backends.ts');
  return onThrowAwayBackends('guards', context, {}, async (backends, stateDir) => {
    const laboratory = await progress.step('Copying the checkout', () =>
      Laboratory.open({
        folder: join(stateDir, 'copy'),
        backends,
        createTemplate: (checkout) => {
          const url = backends['TEST_DATABASE_ADMIN_URL'] ?? '';
          return createTemplate(url, `without_${process.hrtime.bigint()}`, signal, checkout);
        },
        signal,
      }),
    );
    const missed: Guard[] = [];
    const attempt = async (name: string, work: () => Promise<Verdict>): Promise<boolean> => {
      const { isExpected, says, output } = await progress.step(name, work, (verdict) => verdict.says);
      if (!isExpected) console.log(`\n--- ${name}: ${says} ---\n${output.trim()}\n---\n`);
      return isExpected;
    };
    for (const [test, guardsOfTest] of Map.groupBy(chosen, (guard) => guard.test)) {
      // A test that fails with every check in its place would seem to catch anything.
      const passes = await attempt(`${test}, unchanged`, () => laboratory.runUnchanged(test));
      for (const guard of guardsOfTest) {
        if (!passes || !(await attempt(guard.name, () => laboratory.tryWithout(guard)))) missed.push(guard);
      }
    }
    console.log(`\n${chosen.length} guards, ${chosen.length - missed.length} caught`);
    for (const { name } of missed) console.log(`not caught: ${name}`);
    return missed.length === 0 ? 0 : 1;
  });
}

function choose(words: string[]): readonly Guard[] {
  const unknown = words.filter((word) => !allGuards.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) {
    const names = allGuards.map(({ name }) => `  ${name}`).join('\n');
    throw new Failure(`No guard is called ${unknown.join(' or ')}. There are:\n${names}`);
  }
  return words.length === 0
    ? allGuards
    : allGuards.filter(({ name }) => words.some((word) => name.includes(word)));
}
