import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchDebianProgram } from '../../../tools/local-stack/src/backends/debian-package.ts';
import { findProgram } from '../../../tools/local-stack/src/machine/programs.ts';
import { Progress } from '../../../tools/local-stack/src/progress.ts';

/** UTF-8 with commas, as LibreOffice proposes for such a file. */
const READ = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,1033,false,false';
/** The values of the cells, not how they are formatted; texts in quotes; what a formula gives, not the formula. */
const WRITE = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false';

/** LibreOffice of the PATH, or from the distribution's package, which expects itself in /usr otherwise. */
async function findOffice(): Promise<{ path: string; args: string[]; env: NodeJS.ProcessEnv }> {
  const installed = findProgram('soffice');
  if (installed !== undefined) return { path: installed, args: [], env: {} };
  const program = await fetchDebianProgram(
    'libreoffice-calc-nogui',
    'usr/lib/libreoffice/program/soffice',
    new Progress(Date.now()),
    AbortSignal.timeout(300_000),
  );
  if (!program) throw new Error('This needs LibreOffice: soffice is not in the PATH.');
  const folder = dirname(program.path);
  const home = dirname(folder);
  const registry = `file://${home}/share/.registry`;
  const layers = `xcsxcu:${registry} res:${registry}`;
  return {
    path: program.path,
    args: [`-env:BRAND_BASE_DIR=file://${home}`, `-env:CONFIGURATION_LAYERS=${layers}`],
    env: { LD_LIBRARY_PATH: `${folder}:${program.env['LD_LIBRARY_PATH'] ?? ''}` },
  };
}

/**
 * Opens CSV files in LibreOffice.
 * @returns for each of them the values of its cells, as CSV again
 */
export async function openInOffice(files: readonly string[]): Promise<string[]> {
  const { path, args, env } = await findOffice();
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-office-'));
  try {
    await mkdir(join(folder, 'in'));
    const inputs = files.map((_, at) => join(folder, 'in', `${at}.csv`));
    for (const [at, input] of inputs.entries()) await writeFile(input, files[at] ?? '');
    const own = [`-env:UserInstallation=file://${folder}/profile`, '--headless', READ];
    const out = ['--convert-to', WRITE, '--outdir', join(folder, 'out'), ...inputs];
    await promisify(execFile)(path, [...args, ...own, ...out], { env: { ...process.env, ...env } });
    return await Promise.all(files.map((_, at) => readFile(join(folder, 'out', `${at}.csv`), 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
