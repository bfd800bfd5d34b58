import sparticuz from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import packageJson from '../package.json' with { type: 'json' };

/** Flags of the packaged browser that would weaken what the tests check, or break a second page. */
const UNWANTED = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
];

/** An emulated graphics card takes two thirds of a journey's processor time; so Chromium draws itself. */
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

interface BrowserProgram {
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
    return { executablePath: await packagedChromium(), args: [...args, '--disable-gpu'] };
  }
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed === undefined) {
    throw new Error('This needs Chromium or Google Chrome; install one or set CHROMIUM_PATH.');
  }
  return { executablePath: installed, args: [] };
}

/**
 * The Chromium of the npm package. The package unpacks it into the temporary folder, to the same path for all versions,
 * so it gets a temporary folder of ours; a renamed folder is complete, whoever else unpacks at the same time.
 */
async function packagedChromium(): Promise<string> {
  const version = packageJson.devDependencies['@sparticuz/chromium'];
  const ownFolder = join(import.meta.dirname, '../../../.mainstay');
  const folder = join(ownFolder, `chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(ownFolder, { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  const { TMPDIR: before } = process.env;
  process.env['TMPDIR'] = unpacked;
  // It reads the setting at once, and only then waits.
  const unpacking = sparticuz.executablePath();
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await unpacking;
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  return program;
}

/** A real Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ ...(await findChromium()), chromiumSandbox: false });
}
