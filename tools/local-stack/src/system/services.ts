import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { folderOf, listServices, type Service } from '../build/service-files.ts';
import { type RolePasswords, urlFor } from '../database/provision.ts';
import { root } from '../machine/folders.ts';
import { freePort } from '../machine/free-port.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Secrets } from './secrets.ts';

/** Settings that all services of one system share. */
export interface ServiceSurroundings {
  databaseUrl: string;
  roles: RolePasswords;
  redisUrl: string;
  publicUrl: string;
  secrets: Secrets;
  storageDir: string;
  /** The folder of mails, if there is no mail server. */
  mailDir: string;
  registryDir: string;
  /** The checkout whose builds of the services run; this one when absent. */
  checkout?: string | undefined;
  /** Settings of all services besides those of the user's environment, or instead of them. */
  settings?: NodeJS.ProcessEnv | undefined;
}

/** One process of a service. */
export interface Replica {
  service: Service;
  /** `svc-core` for the first, `svc-core-2` for the second. */
  name: string;
  /** `127.0.0.1:<port>` */
  address: string;
}

/** The given number of replicas of each service, each with a port of its own. */
export async function replicasOf(count: number, services = listServices()): Promise<Replica[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const wanted = services.flatMap((service) => numbers.map((number) => ({ service, number })));
  return Promise.all(
    wanted.map(async ({ service, number }) => ({
      service,
      name: number === 1 ? folderOf(service) : `${folderOf(service)}-${number}`,
      address: `127.0.0.1:${await freePort()}`,
    })),
  );
}

/** A replica as a process. It also gets the settings of the user's environment. */
export function serviceProcess(
  { service, name, address }: Replica,
  surroundings: ServiceSurroundings,
): ProcessSpec {
  const { databaseUrl, roles, redisUrl, publicUrl, secrets } = surroundings;
  const { hostname, port } = new URL(`http://${address}`);
  const folder = folderOf(service);
  // Another checkout may not have a service yet.
  const { checkout = root } = surroundings;
  const home = existsSync(join(checkout, folder)) ? checkout : root;
  return {
    name,
    command: process.execPath,
    args: ['dist/main.js'],
    cwd: join(home, folder),
    env: {
      ...process.env,
      ...surroundings.settings,
      NODE_ENV: 'production',
      HOST: hostname,
      PORT: port,
      DATABASE_URL: urlFor(databaseUrl, `svc_${service.schema}`, roles),
      REDIS_URL: redisUrl,
      PUBLIC_URL: publicUrl,
      SESSION_SECRET: secrets.session,
      // As in the images: decision 39.
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=2`,
      COMMIT: commitOf(home),
      ...(service.name === 'auth' && { REGISTRY_DIR: surroundings.registryDir }),
      // Both make the links of vendors.
      ...(['core', 'notifications'].includes(service.name) && { INTAKE_SECRET: secrets.intake }),
      ...(service.name === 'attachments' ? storageSettings(surroundings) : {}),
      ...(service.name === 'notifications' && { MAIL_FOLDER: surroundings.mailDir }),
    },
    tier: 1,
    isReady: () => responds(`http://${address}/health/ready`, 200),
    readyWithinMs: 60_000,
  };
}

/** The commit that is checked out; empty where there is no git. */
function commitOf(checkout: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** S3 if a bucket is set, otherwise a folder. */
function storageSettings({ secrets, storageDir }: ServiceSurroundings): NodeJS.ProcessEnv {
  return {
    STORAGE_DRIVER: process.env['S3_BUCKET'] ? 's3' : 'disk',
    STORAGE_DIR: storageDir,
    FILES_SENT_BY_GATEWAY: 'true',
    URL_SIGNING_SECRET: secrets.urlSigning,
  };
}

/** Whether a GET of `url` returns `status` within two seconds. */
export async function responds(url: string, status: number, host = new URL(url).host): Promise<boolean> {
  const sent = get(url, { headers: { host }, signal: AbortSignal.timeout(2000) });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode === status;
}
