import { constants } from 'node:os';
import type { CommandContext } from './command-context.ts';
import { describeFailure, Failure } from './failure.ts';
import { checkPlatform } from './machine/preconditions.ts';
import { Progress } from './progress.ts';

const usage = `Usage:
  mainstay start [--reset]            the whole system, on PORT (8080); --reset starts from fresh demo data
  mainstay dev                        the same, with shell and remotes on development servers
  mainstay catalogue                  every component in each of its states, on CATALOGUE_PORT (3100)
  mainstay build                      production builds of all packages that are not up to date
  mainstay test [--only <part>]       all checks and tests, or one part of them
  mainstay house                      what one must read for a change, and the limits of it
  mainstay skew [commit]              journeys through this version mixed with another, by default the last release
  mainstay changed <commit>           the deployables that differ from that commit, as JSON
  mainstay new <name>                 a new domain: mf-<name> and svc-<name>
  mainstay remote <command>           publishes, rolls back and lists remotes; "mainstay remote help" says more
  mainstay service deploy <name>      deploys a service of this checkout into the running system
  mainstay end-all-access             ends all sessions and revokes all tokens of the running system
  mainstay backup <folder>            database and stored files into a new folder, whether the system runs or not
  mainstay restore <folder>           restores a backup into a stopped system; --replace deletes existing data
  mainstay with-backends -- <command> the command with a throw-away PostgreSQL and Redis
  mainstay with-node <file>           a TypeScript file of this checkout with the Node that it needs`;

/** Runs a command line to its end and exits with its code. */
export async function main([name, ...args]: string[]): Promise<void> {
  const progress = new Progress(Number(process.env['MAINSTAY_STARTED_AT'] ?? Date.now()));
  delete process.env['MAINSTAY_STARTED_AT'];
  const interruption = new AbortController();
  let exitCode = 0;
  const interrupt = (signal: NodeJS.Signals) => {
    exitCode ||= 128 + constants.signals[signal];
    interruption.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  stopWithParent(() => interrupt('SIGTERM'));
  try {
    checkPlatform();
    const load = commands.get(name);
    if (!load) throw new Failure(usage);
    const command = await load();
    exitCode = await command({ args, progress, signal: interruption.signal });
  } catch (error) {
    if (!interruption.signal.aborted) {
      console.error(`\n${describeFailure(error)}`);
      exitCode = 1;
    }
  } finally {
    // Stops what is still running, such as a build in parallel with one that failed.
    interruption.abort();
  }
  process.exit(exitCode);
}

type Command = (context: CommandContext) => Promise<number>;

/** Each resolves to its exit code; its code is loaded only when it runs. */
const commands = new Map<string | undefined, () => Promise<Command>>(
  Object.entries({
    start: async () => (await import('./commands/start.ts')).start,
    dev: async () => (await import('./commands/dev.ts')).dev,
    catalogue: async () => (await import('./commands/catalogue.ts')).catalogue,
    changed: async () => (await import('./commands/changed.ts')).changed,
    build: async () => (await import('./commands/build.ts')).build,
    house: async () => (await import('./commands/house.ts')).house,
    skew: async () => (await import('./commands/skew.ts')).skew,
    new: async () => (await import('./commands/new.ts')).newDomain,
    remote: async () => (await import('./commands/remote.ts')).remote,
    service: async () => (await import('./commands/service.ts')).service,
    test: async () => (await import('./commands/test.ts')).test,
    'end-all-access': async () => (await import('./commands/end-all-access.ts')).endAllAccess,
    backup: async () => (await import('./commands/backup.ts')).backup,
    restore: async () => (await import('./commands/restore.ts')).restore,
    'with-node': async () => (await import('./commands/with-node.ts')).withNode,
    'with-backends': async () => (await import('./commands/with-backends.ts')).withBackends,
  }),
);

/**
 * npm starts this through a shell that a signal to npm kills without passing it on, and a launcher may be killed
 * outright: when the parent that waits for this process has ended, it stops as after a signal.
 */
function stopWithParent(stop: () => void): void {
  if (!process.env['npm_lifecycle_event'] && !process.env['MAINSTAY_LAUNCHER']) return;
  delete process.env['MAINSTAY_LAUNCHER'];
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}
