import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sequenceSchema, tableSchema } from './database.ts';
import { Failure } from './failure.ts';

export const MANIFEST = 'manifest.json';
/** Below it the objects lie under their keys. */
export const OBJECTS = 'objects';

/** What a backup says of itself. Its files are listed in SHA256SUMS. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Migrations that had run, by schema: a restore wants the same. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  objects: z.number(),
  /** Keys of objects that rows name and that were absent, or had another size, when the backup was taken. */
  missingObjects: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const tableFile = ({ schema, name }: { schema: string; name: string }): string =>
  `database/${schema}.${name}.copy.gz`;

/** @throws Failure for a manifest of a version of this command that is newer. */
export async function readManifest(folder: string): Promise<Manifest> {
  const result = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  if (result.success) return result.data;
  throw new Failure(`${join(folder, MANIFEST)} is of another format than this command reads.`);
}
