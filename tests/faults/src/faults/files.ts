import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiResponse } from './caller.ts';
import type { Stage } from './stage.ts';

/** A place to put a file, as the API grants it. */
export interface Grant {
  uploadURL: string;
  objectPath: string;
}

/** What is on the disk and what the database knows of it: a key is a folder, with its object in it. */
export interface Comparison {
  /** Keys that no row knows. */
  orphans: string[];
  /** Keys of recorded objects without a file. */
  missing: string[];
}

/** Files on a ticket of the stage's store, put there through the gateway as a browser does. */
export class Files {
  private readonly stage: Stage;
  /** Bytes. */
  private readonly size: number;
  private ticketId = '';

  constructor(stage: Stage, size = 3000) {
    this.stage = stage;
    this.size = size;
  }

  /** A file that is recorded; its id. */
  async attach(): Promise<string> {
    const grant = await this.grant();
    const stored = await this.store(grant);
    if (stored !== 200) throw new Error(`an upload returned ${stored}`);
    const recorded = await this.record(grant);
    if (recorded.status !== 201) throw new Error(`an attachment returned ${recorded.status}`);
    return (recorded.body as { id: string }).id;
  }

  async grant(): Promise<Grant> {
    const response = await this.stage.manager.ask('POST', '/api/attachments/upload');
    if (response.status !== 201) throw new Error(`an upload was not granted: ${response.status}`);
    return response.body as Grant;
  }

  /** The status of the upload; 0 when none came. */
  async store({ uploadURL }: Grant): Promise<number> {
    const body = randomBytes(this.size);
    const response = await fetch(uploadURL, { method: 'PUT', body }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status ?? 0;
  }

  async record({ objectPath }: Grant): Promise<ApiResponse> {
    const request = { fileName: 'noise.bin', fileSize: this.size, objectPath };
    return this.stage.manager.ask('POST', `/api/tickets/${await this.ticket()}/attachments`, request);
  }

  remove(id: string): Promise<ApiResponse> {
    return this.stage.manager.ask('DELETE', `/api/attachments/${id}`);
  }

  private async ticket(): Promise<string> {
    if (this.ticketId !== '') return this.ticketId;
    const { rows } = await this.stage.database.query<{ id: string }>(
      'SELECT id FROM core.tickets WHERE location_id = $1 LIMIT 1',
      [this.stage.locationId],
    );
    return (this.ticketId = rows[0]?.id ?? '');
  }
}

/** Compares the disk with the rows, without asking the service that keeps them equal. */
export async function compareFiles({ database, storageDir }: Stage): Promise<Comparison> {
  const { rows } = await database.query<{ key: string }>(
    `SELECT 'attachments/' || id AS key FROM attachments.attachments
     UNION ALL SELECT object_key FROM attachments.thumbnails WHERE object_key IS NOT NULL`,
  );
  const recorded = new Set(rows.map(({ key }) => key));
  const [keys, objects] = [new Set<string>(), new Set<string>()];
  for (const area of ['attachments', 'thumbnails', 'uploads']) {
    const paths = await readdir(join(storageDir, area), { recursive: true }).catch(() => []);
    for (const path of paths) {
      const [name = '', file] = path.split('/');
      keys.add(`${area}/${name}`);
      if (file === 'object') objects.add(`${area}/${name}`);
    }
  }
  return {
    orphans: [...keys].filter((key) => !recorded.has(key)),
    missing: [...recorded].filter((key) => !objects.has(key)),
  };
}
