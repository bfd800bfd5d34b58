import { join } from 'node:path';
import { startCeph } from '../backends/ceph.ts';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { root } from '../machine/folders.ts';
import { freePort } from '../machine/free-port.ts';
import { runInForeground } from '../processes/run-command.ts';
import { onThrowAwayBackends } from '../system/throw-away.ts';
import type { CommandContext } from './command-context.ts';
import { STARTING_BACKENDS } from './with-backends.ts';

/** The suites in which files are on S3. */
const SUITES = ['s3-storage', 'attachments-on-s3', 'companion', 'storage-quota', 'thumbnails'];

/** `mainstay s3`: the tests of the S3 driver and of attachments on S3 against Ceph, as a user with the least rights. */
export async function s3(context: CommandContext): Promise<number> {
  const { args, progress, signal } = context;
  await prepareCheckout(progress, signal, listServices().map(folderOf));
  const options = { title: STARTING_BACKENDS };
  return onThrowAwayBackends('s3', context, options, async (backends, stateDir, supervisor) => {
    const ports = { monitor: await freePort(), gateway: await freePort() };
    const ceph = await progress.step('Starting Ceph', () =>
      startCeph({ folder: join(stateDir, 'ceph'), ports }, supervisor, context),
    );
    const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--testTimeout=60000'];
    return runInForeground(
      process.execPath,
      [...jest, ...(args.length > 0 ? args : SUITES.map((name) => `test/${name}.spec.ts`))],
      {
        env: {
          ...process.env,
          ...backends,
          NODE_OPTIONS: '--experimental-vm-modules',
          REAL_S3: JSON.stringify(ceph),
        },
        signal,
        cwd: join(root, 'svc-attachments'),
      },
    );
  });
}
