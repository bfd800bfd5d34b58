import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltRemote, contentOf, readBuiltRemote } from './built-remote.ts';
import { shellName } from './served-shell.ts';

/** The shell's pages: for browsers with a session cookie, and for those without. */
const pages = ['index.html', 'signed-out.html'];

/**
 * Reads the build in a folder: the shell, or the remote of that name.
 * @throws Error when it is missing or incomplete.
 */
export function readBuilt(name: string, folder: string): BuiltRemote {
  return name === shellName ? readBuiltShell(folder) : readBuiltRemote(folder);
}

/** A shell is identified by its files: it has no manifest. */
function readBuiltShell(folder: string): BuiltRemote {
  for (const page of pages) {
    if (!existsSync(join(folder, page))) throw new Error(`${folder} has no ${page}: build the shell first`);
  }
  const { version, integrity } = contentOf(folder);
  for (const page of pages) {
    const named = readFileSync(join(folder, page), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"?#]+)/g);
    for (const [, file = ''] of named) {
      if (!(file in integrity))
        throw new Error(`${folder}/${page} refers to ${file}, which is not in the build`);
    }
  }
  return {
    version,
    integrity,
    name: null,
    contract: null,
    screens: [],
    headerItem: false,
    live: {},
    build: null,
  };
}
