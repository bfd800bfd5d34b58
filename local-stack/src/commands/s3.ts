import { join } from 'node:path';
import { startCeph } from '../backends/ceph.ts';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { root } from '../machine/folders.ts';
import { freePort } from '../../../packages/local-network/src/free-port.ts';
import { untilAborted } from '../until-aborted.ts';
import type { CommandContext } from './command-context.ts';
import { runInForeground } from './with-backends.ts';

/** The suites in which files are on S3. */
const SUITES = ['s3-storage', 'attachments-on-s3', 'companion', 'storage-quota', 'thumbnails'];

/** `mainstay s3`: the tests of the S3 driver and of attachments on S3 against Ceph, as a user with the least rights. */
export async function s3({ args, progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal, listServices().map(folderOf));
  const { inThrowAwayFolder } = await import('../system/throw-away.ts');
  const { startTestBackends } = await import('../system/test-backends.ts');
  const say = (text: string) => progress.say(text);
  return inThrowAwayFolder('s3', say, async (stateDir, supervisor) => {
    const backends = await progress.step('Starting a throw-away PostgreSQL and Redis', () =>
      untilAborted(signal, startTestBackends({ stateDir, isDurable: false, supervisor, progress, signal })),
    );
    const [monitor, gateway] = [await freePort(), await freePort()];
    const ceph = await progress.step('Starting Ceph', () =>
      startCeph({
        folder: join(stateDir, 'ceph'),
        ports: {
          monitor,
          gateway,
        },
        supervisor,
        progress,
        signal,
      }),
    );
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--testTimeout=60000'];
    return runInForeground(
      process.execPath,
      [...jest, ...(args.length > 0 ? args : SUITES.map((name) => `test/${name}.spec.ts`))],
      {
        ...process.env,
        ...backends,
        NODE_OPTIONS: '--experimental-vm-modules',
        REAL_S3: JSON.stringify(ceph),
      },
      signal,
      join(root, 'svc-attachments'),
    );
  });
}
