import { checkoutOf } from '../build/other-checkout.ts';
import { Builder } from '../build/build.ts';
import { prepareCheckout } from '../build/prepare.ts';
import { journeysCheck } from '../checks/checks.ts';
import { Scoreboard } from '../checks/scoreboard.ts';
import { type CommandContext, setting } from './command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { freePorts } from '../machine/preconditions.ts';
import { untilAborted } from '../until-aborted.ts';

/**
 * `mainstay skew [commit]`: shell, remotes and services, each of this version and of the one at `commit` (the last release,
 * if absent), in all eight mixtures, on the database that this version has migrated: what a deployment goes through, part
 * by part.
 */
export async function skew(context: CommandContext): Promise<number> {
  const { args, progress, signal } = context;
  // Noted by "npm run release" in package.json; npm hands it on.
  const [commit = setting('npm_package_config_released'), ...rest] = args;
  if (commit === undefined || rest.length > 0) {
    throw new Failure('Which version came before? npm run skew -- <commit or tag>');
  }
  progress.say(`Mixing this version with ${commit}`);
  await prepareCheckout(progress, signal);
  const checkouts = { this: root, other: await checkoutOf(commit, progress, signal) };
  const scoreboard = new Scoreboard(progress);
  for (const services of ['this', 'other'] as const) {
    await withSystem(checkouts[services], context, async (system) => {
      for (const shell of ['this', 'other'] as const) {
        for (const remotes of ['this', 'other'] as const) {
          await system.serve(checkouts[shell], checkouts[remotes]);
          const title = `Services of ${services}, shell of ${shell}, remotes of ${remotes} version`;
          await scoreboard.check(title, () => journeysCheck(system.env, signal, 'skew'));
        }
      }
    });
  }
  return scoreboard.close();
}

interface MixedSystem {
  env: NodeJS.ProcessEnv;
  /** Makes the shell of one checkout and the remotes of another the current ones. */
  serve: (shell: string, remotes: string) => Promise<void>;
}

async function withSystem(
  servicesOf: string,
  { progress, signal }: CommandContext,
  work: (system: MixedSystem) => Promise<void>,
): Promise<void> {
  const { inThrowAwayFolder } = await import('../system/throw-away.ts');
  const { startSystem } = await import('../system/system.ts');
  const { publishRemotes, publishShell, registryDir } = await import('../system/gateway.ts');
  const { obtainRedis } = await import('../backends/redis-program.ts');
  const say = (text: string) => progress.say(text);
  await inThrowAwayFolder('skew', say, async (stateDir, supervisor) => {
    const [port = 0] = await freePorts(1);
    const publicUrl = `http://localhost:${port}`;
    const redisProgram = await obtainRedis(progress, signal);
    const builder = new Builder(progress, signal);
    const starting = startSystem({
      ...{ stateDir, port, publicUrl, redisProgram, supervisor, builder, progress, signal, servicesOf },
      isThrowAway: true,
    });
    await untilAborted(signal, starting);
    await work({
      env: {
        MAINSTAY_URL: publicUrl,
        MAINSTAY_STATE_DIR: stateDir,
        MAINSTAY_REGISTRY_DIR: registryDir(stateDir),
      },
      serve: async (shell, remotes) => {
        await publishShell(stateDir, signal, shell);
        await publishRemotes(stateDir, signal, remotes);
      },
    });
  });
}
