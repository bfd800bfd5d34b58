import type { CommandContext } from './command-context.ts';
import { Failure } from '../failure.ts';
import { sendOrder } from '../system/control.ts';
import { readSystemRecord } from '../system/system-record.ts';
import { stateFolder } from '../system/state-folder.ts';

/** `mainstay service deploy <name>` or `rollback <name>`: replaces a service in the running system. */
export async function service({ args, progress }: CommandContext): Promise<number> {
  const [command, name, ...rest] = args;
  if ((command !== 'deploy' && command !== 'rollback') || name === undefined || rest.length > 0) {
    throw new Failure('Which service? npm run service -- deploy <name>, or rollback <name>');
  }
  const stateDir = stateFolder();
  const control = readSystemRecord(stateDir)?.control;
  if (!control) throw new Failure('Mainstay does not run: start it with "npm start".');
  const title = command === 'deploy' ? `Deploying svc-${name}` : `Rolling svc-${name} back`;
  await progress.step(title, () => sendOrder(control, command, name.replace(/^svc-/, '')));
  return 0;
}
