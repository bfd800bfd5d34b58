import { join } from 'node:path';
import { type RolePasswords, type Service, urlFor } from '../database/provision.ts';
import { root } from '../machine/folders.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Secrets } from './secrets.ts';

/** What all services of one system are started with. */
export interface ServiceSurroundings {
  databaseUrl: string;
  roles: RolePasswords;
  redisUrl: string;
  publicUrl: string;
  secrets: Secrets;
  storageDir: string;
}

/** A service as a process that listens on 127.0.0.1:`port`. Settings of the person's environment reach it, too. */
export function serviceProcess(
  service: Service,
  port: number,
  surroundings: ServiceSurroundings,
): ProcessSpec {
  const { databaseUrl, roles, redisUrl, publicUrl, secrets } = surroundings;
  const name = `svc-${service}` as const;
  return {
    name,
    command: process.execPath,
    args: ['dist/main.js'],
    cwd: join(root, name),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: urlFor(databaseUrl, `svc_${service}`, roles),
      REDIS_URL: redisUrl,
      PUBLIC_URL: publicUrl,
      SESSION_SECRET: secrets.session,
      ...(service === 'attachments' ? storageSettings(surroundings) : {}),
    },
    tier: 1,
    isReady: () => answers(`http://127.0.0.1:${port}/health/ready`, 200),
    readyWithinMs: 60_000,
  };
}

/** S3 when a bucket is named, else a folder. */
function storageSettings({ secrets, storageDir }: ServiceSurroundings): NodeJS.ProcessEnv {
  return {
    STORAGE_DRIVER: process.env['S3_BUCKET'] ? 's3' : 'disk',
    STORAGE_DIR: storageDir,
    URL_SIGNING_SECRET: secrets.urlSigning,
  };
}

/** Whether a GET of `url` is answered with `status` within two seconds. */
export async function answers(url: string, status: number): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
  await response.body?.cancel();
  return response.status === status;
}
