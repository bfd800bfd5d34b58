import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { obtainRedis } from '../backends/redis-program.ts';
import { storesOf } from '../chain/stores-of.ts';
import { type CommandContext, setting } from '../command-context.ts';
import type { DemoData } from '../demo-data/demo-data.ts';
import { companyPeople } from '../demo-data/people.ts';
import { Failure } from '../failure.ts';
import { areDependenciesCurrent, installDependencies } from '../machine/dependencies.ts';
import { root } from '../machine/folders.ts';
import { freePort } from '../machine/free-port.ts';
import { checkDiskSpace, checkPortIsFree, readPort } from '../machine/preconditions.ts';
import { whileAlone } from '../machine/work-lock.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { RunningCompany } from '../system/company.ts';
import { stateFolder, withStateFolder } from '../system/state-folder.ts';
import { removeSystemRecord } from '../system/system-record.ts';
import { untilAborted } from '../until-aborted.ts';

/** The disk space of an installation with its builds, and what a system needs beyond that to start. */
const FIRST_START_MB = 2000;
const LATER_START_MB = 300;
/** How long to wait for a system that is stopping. */
const WAIT_FOR_LOCK_MS = 3000;

const flag = { type: 'boolean', default: false } as const;

/** What `--reset` deletes besides the database. */
function deleteFiles(stateDir: string): void {
  for (const name of ['redis', 'storage', 'mail', 'secrets.json', 'demo-code']) {
    rmSync(join(stateDir, name), { recursive: true, force: true });
  }
}

function optionsOf(args: string[]) {
  const options = { reset: flag, 'with-sso': flag, chain: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  return {
    reset: values.reset,
    withSso: values['with-sso'],
    stores: values.chain === undefined ? undefined : storesOf(values.chain),
  };
}

/** `mainstay start`: runs the whole system until it is asked to stop. */
export async function start({ args, progress, signal }: CommandContext): Promise<number> {
  const { reset, withSso, stores } = optionsOf(args);
  const stateDir = stateFolder();
  const databaseUrl = setting('DATABASE_URL');
  const redisUrl = setting('REDIS_URL');
  const wantedPort = readPort(process.env['PORT']);
  const hasDemoData = wantsDemoData(databaseUrl, setting('MAINSTAY_DEMO_DATA'));
  const replicas = Number(setting('MAINSTAY_REPLICAS') ?? 1);

  let company: RunningCompany | undefined;
  const run = async (supervisor: Supervisor): Promise<number> => {
    try {
      await checkPortIsFree(wantedPort);
      const isInstalled = areDependenciesCurrent();
      for (const folder of [root, stateDir]) {
        checkDiskSpace(folder, isInstalled ? LATER_START_MB : FIRST_START_MB);
      }
      const port = wantedPort || (await freePort());
      const publicUrl = setting('PUBLIC_URL') ?? `http://localhost:${port}`;
      const starting = whileAlone(progress, signal, async () => {
        const [redisProgram] = await Promise.all([
          redisUrl === undefined ? obtainRedis(progress, signal) : undefined,
          isInstalled ? undefined : installDependencies(progress, signal),
        ]);
        const { startSystem, wipeDatabase } = await import('../system/system.ts');
        if (reset) {
          await wipeDatabase(stateDir, databaseUrl);
          deleteFiles(stateDir);
          progress.say('All data is deleted.');
        }
        if (withSso) {
          const { startCompany } = await import('../system/company.ts');
          company = await startCompany(publicUrl, companyPeople);
        }
        const servers = { databaseUrl, redisUrl, redisProgram, isThrowAway: false };
        const own = { stateDir, port, publicUrl, replicas, hasDemoData, stores, supervisor };
        return startSystem({ ...servers, ...own, settings: company?.settings ?? {}, progress, signal });
      });
      const result = await untilAborted(signal, starting);
      announce(publicUrl, stateDir, result, progress.elapsed());
      if (company) console.log(`Company accounts of ${companyPeople.length} people: ${company.issuer}`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return 0;
    } finally {
      if (signal.aborted) progress.say('Stopping …');
      company?.close();
      await supervisor.stop();
      removeSystemRecord(stateDir);
      if (signal.aborted) progress.say('Everything is stopped.');
    }
  };
  return withStateFolder({ stateDir, waitMs: WAIT_FOR_LOCK_MS, progress }, run, (pid) =>
    Promise.reject(
      new Failure(
        `Mainstay already runs from this folder (process ${pid}): stop it there first, or use that one.`,
      ),
    ),
  );
}

/**
 * The embedded database gets demo data, unless the setting is `off`. A database that others may reach gets it only
 * when the setting is `on`, because its passwords are public.
 * @throws Failure when it has another value
 */
export function wantsDemoData(databaseUrl: string | undefined, said: string | undefined): boolean {
  if (said !== undefined && said !== 'on' && said !== 'off') {
    throw new Failure('MAINSTAY_DEMO_DATA must be on or off.');
  }
  return said === undefined ? databaseUrl === undefined : said === 'on';
}

function announce(
  url: string,
  stateDir: string,
  { hasDemoData, isFresh, code }: DemoData,
  seconds: number,
): void {
  const inState = (name: string) => relative(process.cwd(), join(stateDir, name));
  const logins = [
    ['Administrator', 'admin@example.com'],
    ['District manager', 'manager@example.com'],
    ['District manager', 'manager2@example.com'],
  ].map(([role = '', email = '']) => `  ${role.padEnd(18)}${email.padEnd(24)}mainstay-demo`);
  console.log(`
Mainstay is ready: ${url}
${hasDemoData ? `\n${logins.join('\n')}\n` : ''}${code === undefined ? '' : `  The QR code of a fryer: ${url}/r/${code}\n`}
${isFresh ? 'Fresh start' : 'Start'} to a served sign-in page: ${Math.ceil(seconds)} s
${hasDemoData || wantsDemoData(setting('DATABASE_URL'), setting('MAINSTAY_DEMO_DATA')) ? '' : 'No demo logins: MAINSTAY_DEMO_DATA=on adds them to an empty database.\n'}Logs are in ${inState('logs')}. Ctrl-C stops everything.
${setting('SMTP_URL') === undefined ? `E-mail is not sent: each mail is a file in ${inState('mail')}.` : 'E-mail is sent through SMTP_URL.'}`);
}
