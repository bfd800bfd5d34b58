import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { sendDeployment } from '../system/control.ts';
import { readSystemRecord } from '../system/system-record.ts';
import { stateFolder } from '../system/state-folder.ts';

/** `mainstay service deploy <name>`: replaces a service in the running system, or adds it. */
export async function service({ args, progress }: CommandContext): Promise<number> {
  const [command, name, ...rest] = args;
  if (command !== 'deploy' || name === undefined || rest.length > 0) {
    throw new Failure('Which service? npm run service -- deploy <name>');
  }
  const stateDir = stateFolder();
  const control = readSystemRecord(stateDir)?.control;
  if (!control) throw new Failure('Mainstay does not run: start it with "npm start".');
  await progress.step(`Deploying svc-${name}`, () => sendDeployment(control, name.replace(/^svc-/, '')));
  return 0;
}
