import sparticuz from '@sparticuz/chromium';
import { existsSync } from 'node:fs';

/** Removes flags of the packaged browser that would weaken what the journeys check, or break a second page. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export interface Browser {
  executablePath: string;
  args: string[];
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, else the one in the npm package (Linux on x64), else an installed one.
 * @throws Error if there is none
 */
export async function findChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given, args: ['--no-sandbox'] };
  if (process.platform === 'linux' && process.arch === 'x64') {
    return {
      executablePath: await sparticuz.executablePath(),
      args: sparticuz.args.filter((arg) => !UNWANTED.includes(arg) && !arg.startsWith('--headless')),
    };
  }
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed === undefined) {
    throw new Error('The journeys need Chromium or Google Chrome; install one or set CHROMIUM_PATH.');
  }
  return { executablePath: installed, args: [] };
}
