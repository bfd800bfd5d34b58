import sparticuz from '@sparticuz/chromium';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

/** Flags of the packaged browser that make it another one than people have. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
];

/** A real Chromium without a window: `CHROMIUM_PATH`, else the one in the npm package (Linux on x64). */
async function launchOptions(): Promise<LaunchOptions> {
  const given = process.env['CHROMIUM_PATH'];
  return {
    executablePath: given ?? (await sparticuz.executablePath()),
    args: given === undefined ? sparticuz.args.filter((arg) => !UNWANTED.includes(arg)) : ['--no-sandbox'],
    chromiumSandbox: false,
  };
}

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
