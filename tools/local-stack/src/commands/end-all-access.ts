import { join } from 'node:path';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { attempt } from '../processes/run-command.ts';
import { readSystemRecord } from '../system/system-record.ts';
import { stateFolder } from '../system/state-folder.ts';

/** `mainstay end-all-access`: ends all sessions and revokes all tokens of the running system. */
export async function endAllAccess({ signal }: CommandContext): Promise<number> {
  const stateDir = stateFolder();
  const record = readSystemRecord(stateDir);
  if (!record) throw new Failure('Mainstay does not run: start it with "npm start".');
  const { urlFor } = await import('../database/provision.ts');
  const { readSecrets } = await import('../system/secrets.ts');
  const secrets = readSecrets(stateDir);
  const { code, output } = await attempt(process.execPath, ['dist/end-all-access.js'], {
    cwd: join(root, 'svc-auth'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // It serves no requests.
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: urlFor(record.databaseUrl, 'svc_auth', secrets.roles),
      REDIS_URL: record.redisUrl,
      SESSION_SECRET: secrets.session,
    },
    signal,
  });
  console.log(output.trimEnd());
  return code;
}
