import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Flags of the packaged browser that make it another one than people have. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
];

/** A real Chromium without a window: `CHROMIUM_PATH`, else the one in the npm package (Linux on x64). */
export async function launchChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    executablePath: given ?? (await sparticuz.executablePath()),
    args: given === undefined ? sparticuz.args.filter((arg) => !UNWANTED.includes(arg)) : ['--no-sandbox'],
    chromiumSandbox: false,
  });
}
