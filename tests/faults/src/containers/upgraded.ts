import { z } from 'zod';
import { type Figure, none } from '../faults/fault.ts';
import { loaded, start } from './anew.ts';
import type { Composition } from './composition.ts';
import type { Stage } from './stage.ts';
import { walk } from './walk.ts';
import { makeWorld } from './world.ts';

const registryOf = z.object({
  shell: z.object({ version: z.string(), commit: z.string().nullish() }),
  remotes: z.array(z.object({ name: z.string(), version: z.string(), commit: z.string().nullish() })),
});

/** The last release, upgraded to this commit under load, and a remote of it rolled back. */
export async function upgraded(stage: Stage): Promise<void> {
  const checkout = await stage.checkOut(stage.commits.released, 'upgraded');
  const composition = await stage.compose(checkout, 'upgraded');
  await composition.nameImages();
  const mended = await composition.mendReleased(await stage.checkOut(stage.commits.released, 'pristine'));
  for (const fault of mended) console.error(`The release as it is, but: ${fault}.`);
  await stage.step('Start the last release', () => start(stage, composition, true));
  await composition.follow('first-administrator');
  const world = await makeWorld(composition);
  composition.forgetMend();
  await composition.nameImages(await stage.checkOut(stage.commits.this, 'next'));
  await stage.step('Upgrade to this commit', () =>
    loaded(composition, world, () => composition.follow('upgrade', { VERSION: stage.commits.this })),
  );
  await stage.step('Walk after the upgrade', () => walk(composition));
  await stage.step('Roll a remote back, and start everything again', () => rollBack(stage, composition));
}

/** The registry after the upgrade, after a roll-back, and after a start of everything. */
async function rollBack(stage: Stage, composition: Composition): Promise<Figure[]> {
  const before = await registry(composition);
  await composition.follow('roll-back');
  const rolledBack = await registry(composition);
  await composition.follow('start');
  const after = await registry(composition);
  const version = ({ remotes }: Registry): string | undefined =>
    remotes.find(({ name }) => name === 'maintenance')?.version;
  const all = [before.shell, ...before.remotes];
  return [
    none(
      'front ends whose commit the registry does not know',
      all.filter(({ commit }) => commit !== stage.commits.this).length,
    ),
    none('roll-backs that did nothing', Number(version(before) === version(rolledBack))),
    none('roll-backs that a start undid', Number(version(after) !== version(rolledBack))),
  ];
}

type Registry = z.infer<typeof registryOf>;

async function registry(composition: Composition): Promise<Registry> {
  return registryOf.parse(
    JSON.parse(await composition.compose('exec', 'gateway', 'cat', '/srv/registry/registry.json')),
  );
}
