import sparticuz from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

/** Flags of the packaged browser that would weaken what the tests check, or break a second page. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
];

/** Drawing with an emulated graphics card takes two thirds of a journey's processor time; without these, Chromium draws itself. */
const GRAPHICS = [
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export interface BrowserProgram {
  executablePath: string;
  args: string[];
}

/**
 * Finds Chromium: `CHROMIUM_PATH`, else the one in the npm package (Linux on x64), else an installed one.
 * @throws Error if there is none
 */
export async function findChromium(): Promise<BrowserProgram> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return { executablePath: given, args: ['--no-sandbox'] };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const left = new Set([...UNWANTED, ...GRAPHICS]);
    const args = sparticuz.args.filter((arg) => !left.has(arg) && !arg.startsWith('--headless'));
    return { executablePath: await sparticuz.executablePath(), args: [...args, '--disable-gpu'] };
  }
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed === undefined) {
    throw new Error('This needs Chromium or Google Chrome; install one or set CHROMIUM_PATH.');
  }
  return { executablePath: installed, args: [] };
}

const launchOptions = async (): Promise<LaunchOptions> => ({
  ...(await findChromium()),
  chromiumSandbox: false,
});

/** A real Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/**
 * A Chromium with a new profile on disk, as people have: unlike a private window it keeps compiled scripts.
 * @param use closes nothing; browser and profile are deleted when it has ended
 */
export async function withProfile<T>(
  viewport: { width: number; height: number },
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-profile-'));
  try {
    const context = await chromium.launchPersistentContext(folder, { ...(await launchOptions()), viewport });
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
