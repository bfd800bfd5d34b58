import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** Texts of the shell on the dashboard and on the sign-in page, before and after the change. */
export const shellTexts = {
  before: 'Overview of your district operations',
  after: 'All that your district does',
  beforeSignedOut: 'in good repair.',
  afterSignedOut: 'in even better repair.',
};

const hashed = /(?<=[./-])[0-9a-f]{10}(?=\.)/;

/**
 * Makes a second version of the shell without building it: with other texts and another hash in every file name, so
 * that the two versions share no URL.
 * @returns its dist folder
 */
export async function changedShell(folder: string): Promise<string> {
  const dist = join(folder, 'shell');
  await cp(join(repository, 'shell/dist'), dist, { recursive: true });
  const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const hashes = new Map<string, string>();
  for (const file of files) {
    const hash = hashed.exec(file)?.[0];
    // Includes the time, so that a second run on the same system publishes a new version.
    if (hash)
      hashes.set(hash, createHash('sha256').update(`${hash}${Date.now()}`).digest('hex').slice(0, 10));
  }
  const renamed = (text: string): string =>
    text.replace(/[0-9a-f]{10}/g, (found) => hashes.get(found) ?? found);
  let changes = 0;
  for (const file of files) {
    if (/\.(js|css|html|svg)$/.test(file)) {
      const text = await readFile(file, 'utf8');
      const changed = text
        .replaceAll(shellTexts.before, shellTexts.after)
        .replaceAll(shellTexts.beforeSignedOut, shellTexts.afterSignedOut);
      if (changed !== text) changes += 1;
      // The worker would refuse to store files with other hashes than those of the build.
      await writeFile(file, renamed(changed).replaceAll(/"sha384-[^"]+"/g, 'null'));
    }
    const target = join(dist, renamed(file.slice(dist.length)));
    await mkdir(dirname(target), { recursive: true });
    await rename(file, target);
  }
  if (hashes.size === 0 || changes < 2)
    throw new Error(`${dist} is not as expected: its texts were not found`);
  return dist;
}
