import { join } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import type { FailuresOfJest } from '../checks/tally.ts';
import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { faultOf, type Guard } from '../guards/guard.ts';
import { guards as allGuards } from '../guards/guards.ts';
import { Laboratory } from '../guards/laboratory.ts';
import { root } from '../machine/folders.ts';
import type { Progress } from '../progress.ts';
import { untilAborted } from '../until-aborted.ts';

const AT_ONCE = 2;

/**
 * `mainstay guards [name…]`: removes one guard after the other in a copy of this checkout, all of them or those whose names
 * contain one of the words, and shows which test catches it. The last lines are the count and what none caught.
 */
export async function guards({ args, progress, signal }: CommandContext): Promise<number> {
  const faults = allGuards.flatMap((guard) => faultOf(guard, root) ?? []);
  if (faults.length > 0) throw new Failure(faults.join('\n'));
  const chosen = choose(args);
  await prepareCheckout(progress, signal, [...listServices().map(folderOf), 'packages/api-client']);
  const { inThrowAwayFolder } = await import('../system/throw-away.ts');
  const { createTemplate, startTestBackends } = await import('../system/test-backends.ts');
  const say = (text: string) => progress.say(text);
  return inThrowAwayFolder('guards', say, async (stateDir, supervisor) => {
    const backends = await untilAborted(
      signal,
      startTestBackends({ stateDir, supervisor, progress, signal }),
    );
    let templates = Promise.resolve('');
    const openLaboratory = (number: number) =>
      Laboratory.open({
        folder: join(stateDir, `copy-${number}`),
        backends,
        // One after the other: they share the server's roles.
        createTemplate: (checkout) => {
          const url = backends['TEST_DATABASE_ADMIN_URL'] ?? '';
          const next = () => createTemplate(url, `without_${process.hrtime.bigint()}`, signal, checkout);
          return (templates = templates.then(next, next));
        },
        signal,
      });
    const laboratories = await progress.step('Copying the checkout', () =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, number) => openLaboratory(number))),
    );
    const failing = await findFailing(chosen, laboratories, progress);
    const tryWithout = async (guard: Guard, laboratory: Laboratory): Promise<boolean> => {
      const { isCaught, says, output } = failing.has(guard.test)
        ? { isCaught: false, says: `not tried, for ${guard.test} fails as it is`, output: '' }
        : await progress.step(
            guard.name,
            () => laboratory.tryWithout(guard),
            (verdict) => verdict.says,
          );
      if (!isCaught) console.log(`\n--- ${guard.name} (${guard.file}): ${says} ---\n${output.trim()}\n---\n`);
      return isCaught;
    };
    const doubtful: Guard[] = [];
    await share(chosen, laboratories, async (guard, laboratory) => {
      if (!(await tryWithout(guard, laboratory))) doubtful.push(guard);
    });
    // Where there was more to do than the machine can, a suite may have ended before it said anything: once more, alone.
    const missed: Guard[] = [];
    await share(doubtful, laboratories.slice(0, 1), async (guard, laboratory) => {
      if (!(await tryWithout(guard, laboratory))) missed.push(guard);
    });
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

/** The tests that fail with every guard in its place: they would seem to catch anything. */
async function findFailing(
  chosen: readonly Guard[],
  laboratories: Laboratory[],
  progress: Progress,
): Promise<Set<string>> {
  const failing = new Set<string>();
  const byTest = Map.groupBy(chosen, ({ test }) => test);
  await share([...byTest], laboratories, async ([test, guards], laboratory) => {
    const patterns = [...new Set(guards.flatMap(({ only }) => only ?? []))];
    const only = guards.every((guard) => guard.only !== undefined) ? patterns.join('|') : undefined;
    const { failures, output } = await progress.step(
      `${test}, with every guard`,
      async () => {
        const first = await laboratory.runUnchanged(test, only);
        // A machine with more to do than it can makes tests of limits fail: once more, before anything is said of them.
        return isWhole(first.failures) ? first : laboratory.runUnchanged(test, only);
      },
      ({ failures: { passed, failed } }) => `${passed} passed, ${failed} failed`,
    );
    if (isWhole(failures)) return;
    failing.add(test);
    console.log(`\n--- ${test} ---\n${output.trim()}\n---\n`);
  });
  return failing;
}

const isWhole = ({ passed, failed, broken }: FailuresOfJest): boolean => passed > 0 && failed + broken === 0;

/** Each laboratory takes the next of `items` when it is done with one. */
async function share<Item>(
  items: readonly Item[],
  laboratories: Laboratory[],
  work: (item: Item, laboratory: Laboratory) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    laboratories.map(async (laboratory) => {
      for (const item of queue) await work(item, laboratory);
    }),
  );
}
