import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sequenceSchema, tableSchema } from './database.ts';
import { Failure } from './failure.ts';

export const MANIFEST = 'manifest.json';
/** Folder of the objects, by key. */
export const OBJECTS = 'objects';

/** Metadata of a backup. Its files are listed in SHA256SUMS. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Applied migrations by schema; a restore needs the same ones. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  objects: z.number(),
  /** Keys of referenced objects that were missing, or had another size, when the backup was taken. */
  missingObjects: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const tableFile = ({ schema, name }: { schema: string; name: string }): string =>
  `database/${schema}.${name}.copy.gz`;

/** @throws Failure for a manifest of another format, for example of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const result = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  if (result.success) return result.data;
  throw new Failure(`${join(folder, MANIFEST)} has a format that this command cannot read.`);
}
