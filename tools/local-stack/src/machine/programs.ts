import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program on the PATH or in folders that may be only on an administrator's PATH. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
