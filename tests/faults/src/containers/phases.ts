import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { atLeast, atMost, type Figure, none } from '../faults/fault.ts';
import { services } from '../faults/setup.ts';
import { lines, run } from './command.ts';
import { Composition } from './composition.ts';
import { root } from './document.ts';
import { makeWorld, underLoad } from './visitors.ts';
import { walk } from './walk.ts';

/** Pause between two faults, so that there is load during each. */
const PAUSE_MS = 3000;
/** From the first container to the last health check. */
const HEALTHY_WITHIN_S = 120;

/**
 * The release before the last one, without baselines (decision 64). Only its migrations run, because they are what an
 * older system differs by here; its front ends would take as long to build as everything else.
 */
export const olderCommit = '16b16ee1';
const olderServices = ['auth', 'core', 'attachments', 'notifications'];

/** One run of the command. */
export interface Run {
  /** The commit to look at, the released one, and one before that. */
  commits: { this: string; released: string; older: string };
  /** A folder of this run alone. */
  folder: string;
  signal: AbortSignal;
  /** What was started, to be taken down. */
  compositions: Composition[];
  /** Notes the figures of one step. */
  step: (title: string, work: () => Promise<Figure[]>) => Promise<void>;
}

export const phases: Record<string, (run: Run) => Promise<void>> = { anew, upgraded };

/**
 * A checkout of one commit in a folder of its own, as an operator has it.
 * @returns the folder
 */
async function checkOut({ folder }: Run, commit: string, name: string): Promise<string> {
  const checkout = join(folder, name);
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, checkout]);
  await run('git', ['checkout', '--quiet', commit], { cwd: checkout });
  return checkout;
}

/** A composition that is not started yet, with images of its own, in a checkout. */
async function compose(current: Run, commit: string, name: string): Promise<Composition> {
  const checkout = await checkOut(current, commit, name);
  const composition = await Composition.in(checkout, `mainstay-check-${process.pid}-${name}`, current.signal);
  current.compositions.push(composition);
  await composition.nameImages();
  return composition;
}

/** Builds and starts, as far as the load balancer. */
async function start(composition: Composition): Promise<Figure[]> {
  await composition.follow('build');
  const begun = performance.now();
  await composition.follow('start');
  const seconds = (performance.now() - begun) / 1000;
  await composition.balance();
  return [atMost('until everything is healthy', seconds, HEALTHY_WITHIN_S, 's')];
}

/** This commit from scratch: started, opened in a browser, put under load, backed up, restored elsewhere. */
async function anew(current: Run): Promise<void> {
  const composition = await compose(current, current.commits.this, 'anew');
  await current.step('Start this commit', () => start(composition));
  await composition.follow('first-administrator');
  await current.step('Walk', () => walk(composition));
  const world = await makeWorld(composition);
  for (const [title, work] of [
    ['Kill a container of each service, and start it again', () => killEach(composition)],
    ['Scale svc-core to three replicas and back', () => composition.follow('scale')],
    ['Replace the containers of svc-core', () => composition.follow('replace')],
    ['Take a backup, and check it', () => composition.follow('backup')],
  ] as const) {
    await current.step(title, () => underLoad(composition, world, work));
  }
  await current.step('Restore into an empty composition, and compare', () => restored(current, composition));
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

/** Restores the backup as on another machine: with a checkout, secrets and volumes of its own. */
async function restored(current: Run, from: Composition): Promise<Figure[]> {
  const composition = await compose(current, current.commits.this, 'restored');
  await cp(join(from.folder, 'backups'), join(composition.folder, 'backups'), { recursive: true });
  // The other machine has its processors for itself.
  await from.compose('stop');
  await composition.follow('restore');
  const first = await sumsOf(from, '2026-07-01');
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  await composition.compose('run', '--rm', '--user', user, 'backup', 'backup', '/backups/again');
  const second = await sumsOf(composition, 'again');
  await composition.follow('start');
  await composition.follow('end-all-access');
  await composition.balance();
  const isObject = (line: string): boolean => line.includes('  objects/');
  const differing = [...first, ...second].filter((line) => !(first.has(line) && second.has(line)));
  for (const line of differing.slice(0, 5)) console.error(`  not in both: ${line}`);
  return [
    atLeast('objects in the backup', [...first].filter(isObject).length, 1),
    none('tables that differ', differing.filter((line) => !isObject(line)).length),
    none('objects that differ', differing.filter(isObject).length),
    ...(await walk(composition)),
  ];
}

/** The lines of a backup's list about data: all except the manifest, which contains the time. */
async function sumsOf({ folder }: Composition, name: string): Promise<Set<string>> {
  const list = await readFile(join(folder, 'backups', name, 'SHA256SUMS'), 'utf8');
  return new Set(lines(list).filter((line) => !line.endsWith('  manifest.json')));
}

/**
 * Migrates an empty database as an older version, and then as this commit, which must refuse it. The release that
 * starts afterwards upgrades it.
 */
async function refusedWhenOlder(current: Run, composition: Composition, next: string): Promise<Figure[]> {
  const older = await checkOut(current, current.commits.older, 'older');
  await composition.follow('build');
  await composition.compose('up', '--detach', '--wait', '--no-deps', 'postgres');
  await composition.compose('run', '--rm', '--no-deps', 'provision');
  for (const name of olderServices) {
    await composition.buildService(older, `svc-${name}`);
    await composition.compose('run', '--rm', '--no-deps', `migrate-${name}`);
  }
  const before = await composition.database();
  const refusals: string[] = [];
  for (const name of olderServices) {
    await composition.buildService(next, `svc-${name}`);
    const outcome = await composition.compose('run', '--rm', '--no-deps', `migrate-${name}`).then(
      () => 'migrated',
      (error: unknown) => String(error),
    );
    if (new RegExp(`^${name}: upgrade to release [0-9a-f]{12} first: `, 'm').test(outcome))
      refusals.push(name);
    else console.error(`  ${name}: ${outcome}`);
  }
  const after = await composition.database();
  return [
    atLeast('tables of the older version', before.match(/^CREATE TABLE /gm)?.length ?? 0, 20),
    atLeast('services that refuse it and say what comes first', refusals.length, olderServices.length),
    none('databases that a refusal changed', Number(after !== before)),
  ];
}

/** An older database, and on it the last release, upgraded to this commit under load; a remote is rolled back. */
async function upgraded(current: Run): Promise<void> {
  const { commits } = current;
  const composition = await compose(current, commits.released, 'upgraded');
  const next = await checkOut(current, commits.this, 'next');
  await current.step('Upgrade an older database to this commit', () =>
    refusedWhenOlder(current, composition, next),
  );
  await current.step('Start the last release on the older database', () => start(composition));
  await composition.follow('first-administrator');
  const world = await makeWorld(composition);
  await composition.nameImages(next);
  const upgrade = () => composition.follow('upgrade', { VERSION: commits.this });
  await current.step('Upgrade to this commit', () => underLoad(composition, world, upgrade));
  await current.step('Walk after the upgrade', () => walk(composition));
  await current.step('Roll a remote back, and start everything again', async () => {
    const before = await registry(composition);
    await composition.follow('roll-back');
    const rolledBack = await registry(composition);
    await composition.follow('start');
    const after = await registry(composition);
    const version = ({ remotes }: Registry): string | undefined =>
      remotes.find(({ name }) => name === 'maintenance')?.version;
    const unknown = [before.shell, ...before.remotes].filter(({ commit }) => commit !== commits.this);
    return [
      none('front ends whose commit the registry does not know', unknown.length),
      none('roll-backs that did nothing', Number(version(before) === version(rolledBack))),
      none('roll-backs that a start undid', Number(version(after) !== version(rolledBack))),
    ];
  });
}

const release = z.object({ version: z.string(), commit: z.string().nullish() });
const registryOf = z.object({ shell: release, remotes: z.array(release.extend({ name: z.string() })) });
type Registry = z.infer<typeof registryOf>;

const registry = async (composition: Composition): Promise<Registry> =>
  registryOf.parse(
    JSON.parse(await composition.compose('exec', 'gateway', 'cat', '/srv/registry/registry.json')),
  );
