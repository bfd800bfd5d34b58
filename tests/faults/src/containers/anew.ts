import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, type Figure, none } from '../faults/fault.ts';
import { lines } from './command.ts';
import type { Composition } from './composition.ts';
import type { Stage } from './stage.ts';
import { measured, seconds } from './table.ts';
import { Visitors } from './visitors.ts';
import { walk } from './walk.ts';
import { makeWorld, type World } from './world.ts';

const services = ['svc-auth', 'svc-core', 'svc-attachments', 'svc-notifications'];
/** Pause between two faults, so that there is load during each. */
const PAUSE_MS = 3000;
/** From the first container to the last health check. */
const HEALTHY_WITHIN_S = 120;

/** Maximum size of an image in MB. */
const sizeGoals: [name: RegExp, megabytes: number][] = [
  [/^svc-/, 250],
  [/^(shell$|mf-)/, 60],
];

/** This commit from scratch: started, opened in a browser, put under load, backed up, restored elsewhere. */
export async function anew(stage: Stage): Promise<void> {
  const checkout = await stage.checkOut(stage.commits.this, 'anew');
  const composition = await stage.compose(checkout, 'anew');
  await composition.nameImages();
  await stage.step('Start this commit', () => start(stage, composition));
  await composition.follow('first-administrator');
  await stage.step('Walk', () => walk(composition));
  const world = await makeWorld(composition);
  const underLoad = (title: string, work: () => Promise<unknown>): Promise<void> =>
    stage.step(title, () => loaded(composition, world, work));
  await underLoad('Kill a container of each service, and start it again', () => killEach(composition));
  await underLoad('Scale svc-core to three replicas and back', () => composition.follow('scale'));
  await underLoad('Replace the containers of svc-core', () => composition.follow('replace'));
  await stage.step('Memory', () => memory(composition));
  await underLoad('Take a backup, and check it', () => composition.follow('backup'));
  await stage.step('Restore into an empty composition, and compare', () => restored(stage, composition));
}

/** Builds and starts, as far as the load balancer. @param isReleased whose images have the sizes they have */
export async function start(stage: Stage, composition: Composition, isReleased = false): Promise<Figure[]> {
  const build = await seconds(() => composition.follow('build'));
  const healthy = await seconds(() => composition.follow('start'));
  await stage.balance(composition);
  const sizes = [...(await composition.imageSizes())].map(([name, size]): Figure => {
    const goal = sizeGoals.find(([pattern]) => pattern.test(name))?.[1];
    const what = `image ${name}`;
    return goal === undefined || isReleased ? measured(what, size, 'MB') : atMost(what, size, goal, 'MB');
  });
  return [
    measured('images built, with what the engine still had of them', build, 's'),
    atMost('until everything is healthy', healthy, HEALTHY_WITHIN_S, 's'),
    ...sizes,
  ];
}

/** Does something under load. */
export async function loaded(
  composition: Composition,
  world: World,
  work: () => Promise<unknown>,
): Promise<Figure[]> {
  const visitors = new Visitors(composition, world);
  try {
    await sleep(PAUSE_MS);
    const duration = await seconds(work);
    await sleep(PAUSE_MS);
    return [measured('it took', duration, 's'), ...(await visitors.stop(100))];
  } finally {
    await visitors.end();
  }
}

async function killEach(composition: Composition): Promise<void> {
  for (const service of services) {
    const [container = ''] = await composition.containersOf(service);
    await composition.docker('kill', container);
    await sleep(PAUSE_MS);
    await composition.docker('start', container);
    await composition.untilHealthy(container);
    await sleep(PAUSE_MS);
  }
}

/** After the previous steps: not at rest, and no longer under load. */
async function memory(composition: Composition): Promise<Figure[]> {
  return [...(await composition.memory())].map(([service, size]) => measured(service, size, 'MB'));
}

/** Restores the backup as on another machine: with a checkout, secrets and volumes of its own. */
async function restored(stage: Stage, from: Composition): Promise<Figure[]> {
  const composition = await stage.compose(await stage.checkOut(stage.commits.this, 'restored'), 'restored');
  await composition.nameImages();
  await cp(join(from.folder, 'backups'), join(composition.folder, 'backups'), { recursive: true });
  const took = await seconds(() => composition.follow('restore'));
  const [first, second] = [await sumsOf(from, '2026-07-01'), await backUpAgain(composition)];
  const healthy = await seconds(() => composition.follow('start'));
  await composition.follow('end-all-access');
  await stage.balance(composition);
  const isObject = (line: string): boolean => line.includes('  objects/');
  const differing = [
    ...[...first].filter((line) => !second.has(line)),
    ...[...second].filter((line) => !first.has(line)),
  ];
  for (const line of differing.slice(0, 5)) console.error(`  not in both: ${line}`);
  return [
    measured('built and restored after', took, 's'),
    atMost('until everything is healthy', healthy, HEALTHY_WITHIN_S, 's'),
    atLeast('objects in the backup', [...first].filter(isObject).length, 1),
    none('tables that differ', differing.filter((line) => !isObject(line)).length),
    none('objects that differ', differing.filter(isObject).length),
    ...(await walk(composition)),
  ];
}

/** What a backup of the restored composition lists. */
async function backUpAgain(composition: Composition): Promise<Set<string>> {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  await composition.compose('run', '--rm', '--user', user, 'backup', 'backup', '/backups/again');
  return sumsOf(composition, 'again');
}

/** The lines of a backup's list about data: all except the manifest, which contains the time. */
async function sumsOf({ folder }: Composition, name: string): Promise<Set<string>> {
  const list = await readFile(join(folder, 'backups', name, 'SHA256SUMS'), 'utf8');
  return new Set(lines(list).filter((line) => !line.endsWith('  manifest.json')));
}
