/**
 * Gives every file of a folder that becomes an image layer a time derived only from its content, so that the same
 * content gives the same layer in every build: node tools/deploy/src/settle.ts <folder>
 *
 * nginx derives a file's ETag from its time and length, so the time must differ where the content does.
 */
import { createHash } from 'node:crypto';
import { lutimesSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Which folder?');
const start = Date.UTC(2000, 0) / 1000;

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  // Between 2000 and 2017, in whole seconds.
  const time = entry.isFile()
    ? start + (createHash('sha256').update(readFileSync(path)).digest().readUInt32BE() % 2 ** 29)
    : start;
  lutimesSync(path, time, time);
}
lutimesSync(folder, start, start);
