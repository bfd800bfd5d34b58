import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutOf } from '../build/other-checkout.ts';
import { prepareCheckout } from '../build/prepare.ts';
import { journeysCheck } from '../checks/checks.ts';
import { Scoreboard } from '../checks/scoreboard.ts';
import { type CommandContext, setting } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { hasShapeOf } from '../shape.ts';
import { onThrowAwaySystem } from '../system/throw-away.ts';

type Version = 'this' | 'other';

/** The version of each remote. */
type Remotes = Readonly<Record<string, Version>>;

/** Since this contract a shell shows remotes that it did not know when it was built. */
const DECLARES_SCREENS = 2;

interface Mixture {
  shell: Version;
  remotes: Remotes;
  name: string;
}

/**
 * @param names the remotes of this version
 * @param isNew whether the other version does not have one yet
 */
function mixturesOf(names: string[], isNew: (name: string) => boolean): Mixture[] {
  const all = (version: Version): Remotes =>
    Object.fromEntries(names.map((name) => [name, isNew(name) ? 'this' : version]));
  // One remote is deployed, and the others are not yet.
  const some: Remotes = { ...all('other'), maintenance: 'this' };
  return (['this', 'other'] as const).flatMap((shell) => [
    { shell, remotes: all('this'), name: 'remotes of this version' },
    { shell, remotes: all('other'), name: 'remotes of other version' },
    { shell, remotes: some, name: 'remotes of both versions' },
  ]);
}

/**
 * `mainstay skew [commit]`: shell, remotes and services, each of this version and of the one at `commit` (the
 * last release, if absent), in all mixtures, also with remotes of both, on the database that this version has
 * migrated: the states that a deployment passes through. Where a shell does not know the contract of a remote, it
 * must show a message.
 */
export async function skew(context: CommandContext): Promise<number> {
  const { args, progress, signal } = context;
  // Written by "npm run release" into package.json; npm passes it on.
  const [commit = setting('npm_package_config_released'), ...rest] = args;
  if (commit === undefined || rest.length > 0) {
    throw new Failure('Which version is the previous one? npm run skew -- <commit or tag>');
  }
  progress.say(`Mixing this version with ${commit}`);
  await prepareCheckout(progress, signal);
  const checkouts = { this: root, other: await checkoutOf(commit, progress, signal) };
  const { listRemotes, publish, sites } = await import('../system/gateway.ts');
  const scoreboard = new Scoreboard(progress);
  for (const services of ['this', 'other'] as const) {
    const options = { servicesOf: checkouts[services] };
    await onThrowAwaySystem('skew', context, options, async ({ stateDir, env: ofSystem }) => {
      const contracts = { this: contractOf(checkouts.this), other: contractOf(checkouts.other) };
      const isNew = (remote: string) => !existsSync(join(checkouts.other, `mf-${remote}`));
      for (const { shell, remotes, name } of mixturesOf(listRemotes(), isNew)) {
        const versionOf = (name: string) => (sites.includes(name) ? shell : (remotes[name] ?? 'this'));
        await publish(stateDir, signal, (name) => checkouts[versionOf(name)]);
        const isHidden = (remote: string) =>
          shell === 'other' && isNew(remote) && contracts.other < DECLARES_SCREENS;
        const refused = Object.entries(remotes)
          .filter(([remote]) => !isHidden(remote))
          .map(([remote, version]) => ({ remote, contract: contracts[version] }))
          .filter(({ contract }) => !accepts(contracts[shell], contract));
        const env = {
          ...ofSystem,
          MAINSTAY_REFUSED: JSON.stringify(refused),
          MAINSTAY_HIDDEN: JSON.stringify(Object.keys(remotes).filter(isHidden)),
        };
        const title = `Services of ${services}, shell of ${shell} version, ${name}`;
        await scoreboard.check('skew', title, () => journeysCheck(env, signal, 'skew'));
      }
    });
  }
  return scoreboard.close();
}

/** The contract that a checkout's remotes are built for; its shell has the same number. */
function contractOf(checkout: string): number {
  const file = join(checkout, 'mf-maintenance/dist/remote.json');
  const built: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!hasShapeOf({ contract: 0 }, built)) throw new Failure(`${file} does not name a contract.`);
  return built.contract;
}

/** A shell accepts its own contract and the previous one. */
const accepts = (shell: number, remote: number): boolean => remote === shell || remote === shell - 1;
