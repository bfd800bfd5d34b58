import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listPackages } from '../build/packages.ts';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';

/**
 * Reads who imports whom, by dependency-cruiser.
 * @returns a file of its JSON
 */
export async function importGraph(signal: AbortSignal): Promise<string> {
  mkdirSync(ownFolder, { recursive: true });
  const file = join(ownFolder, 'imports.json');
  const config = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--output-to', file];
  const folders = listPackages().map(({ path }) => path);
  await run('npx', ['--no', '--', 'depcruise', ...config, ...folders], { cwd: root, signal });
  return file;
}
