import { type ApiResponse, pathOf, textOf } from '@mainstay/test-kit';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from './setup.ts';
import { visited } from './traffic.ts';

/** Where to upload a file, as the API grants it. */
export interface Grant {
  uploadURL: string;
  objectPath: string;
}

/** Files on a ticket, uploaded through the gateway as a browser does. */
export class Files {
  private readonly setup: Setup;
  /** Bytes. */
  private readonly size: number;

  constructor(setup: Setup, size = 3000) {
    this.setup = setup;
    this.size = size;
  }

  /** A file that is recorded. @returns its id */
  async attach(): Promise<string> {
    const grant = await this.grant();
    await this.store(grant);
    return textOf(await this.record(grant), 'id');
  }

  async grant(): Promise<Grant> {
    const response = await this.setup.manager.ask('POST', '/api/attachments/upload');
    return { uploadURL: textOf(response, 'uploadURL'), objectPath: textOf(response, 'objectPath') };
  }

  /** The status of the upload; 0 when none came. */
  async store({ uploadURL }: Grant): Promise<number> {
    const body = randomBytes(this.size);
    // To the gateway or, on S3, to the storage.
    if (this.setup.storageProxy === undefined)
      return (await this.setup.manager.ask('PUT', pathOf(uploadURL), body)).status;
    const response = await fetch(uploadURL, { method: 'PUT', body }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status ?? 0;
  }

  async record({ objectPath }: Grant): Promise<ApiResponse> {
    const { ticketId } = await visited(this.setup);
    const request = { fileName: 'noise.bin', fileSize: this.size, objectPath };
    return this.setup.manager.ask('POST', `/api/tickets/${ticketId}/attachments`, request);
  }

  remove(id: string): Promise<ApiResponse> {
    return this.setup.manager.ask('DELETE', `/api/attachments/${id}`);
  }
}

/** Compares the disk with the rows, without asking the service. A key is a folder, with its object in it. */
export async function compareFiles({ database, storageDir }: Setup) {
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
    /** Keys that no row knows. */
    orphans: [...keys].filter((key) => !recorded.has(key)),
    /** Keys of recorded objects without a file. */
    missing: [...recorded].filter((key) => !objects.has(key)),
  };
}
