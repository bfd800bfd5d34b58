import { Failure } from '../failure.ts';
import { findProgram } from '../machine/programs.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';

/** What journeys in Firefox and WebKit need: the programs that will do, and their package in Debian. */
const needed = [
  { programs: ['firefox-esr', 'firefox'], name: 'firefox-esr' },
  { programs: ['WebKitWebDriver'], name: 'webkit2gtk-driver' },
  { programs: ['Xvfb'], name: 'xvfb' },
];

/**
 * Finds Firefox, WebKitGTK and a display without a screen, and installs what is missing where it may: WebKit looks for
 * its parts where the distribution puts them, so that it cannot be fetched without that.
 * @returns the path of Firefox
 * @throws Failure with the command that installs them
 */
export async function obtainBrowsers(progress: Progress, signal: AbortSignal): Promise<string> {
  const find = (programs: string[]) => programs.map(findProgram).find((path) => path !== undefined);
  const missing = needed.filter(({ programs }) => !find(programs)).map(({ name }) => name);
  if (missing.length > 0) {
    const install = ['install', '--yes', '--no-install-recommends', ...missing];
    const failure = `The journeys need Firefox and WebKitGTK: sudo apt-get ${install.join(' ')} (Debian or Ubuntu).`;
    if (process.getuid?.() !== 0 || !findProgram('apt-get')) throw new Failure(failure);
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, signal, failure };
    await progress.step(`Installing ${missing.join(', ')}`, async () => {
      await run('apt-get', ['update', '-qq'], options);
      await run('apt-get', install, options);
    });
  }
  const firefox = find(['firefox-esr', 'firefox']);
  if (firefox === undefined) throw new Failure('Firefox was installed, and is not on the PATH.');
  return firefox;
}
