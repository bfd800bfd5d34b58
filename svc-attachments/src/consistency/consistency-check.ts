import { execute, idSchema, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type ListedObject, type Storage, STORAGE } from '../storage/storage.ts';

/** A difference between database and storage. */
export interface Discrepancy {
  what: 'attachment without object' | 'thumbnail without object' | 'object without row';
  /** The missing or unreferenced object. */
  key: string;
  /** For people: which row needs the object, or since when it has been stored. */
  detail: string;
  /** The removal is queued, or the thumbnail will be created again. */
  isRepaired: boolean;
}

interface ConsistencyOptions {
  repair: boolean;
  /** Called for each discrepancy as it is found. */
  report: (discrepancy: Discrepancy) => void;
}

/** A row that needs an object. */
const neededRow = z.object({ id: idSchema, key: z.string(), detail: z.string() });
type Row = z.infer<typeof neededRow>;
const keyRow = z.object({ key: z.string() });

/** Rows or objects in memory at a time. */
const PAGE = 500;

/** Objects inspected in the storage at the same time. */
const INSPECTED_AT_ONCE = 10;

/** Age in hours below which an unreferenced object is ignored, because an upload may still be in progress. */
const SPARED_HOURS = 24;

/** Keys created by this service; other objects in the storage are ignored. */
const OWN_KEY = /^(uploads|attachments|thumbnails)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ATTACHMENTS = `
  SELECT id, 'attachments/' || id AS key, 'ticket ' || ticket_id || ', ' || to_json(file_name) AS detail
  FROM attachments.attachments
  UNION ALL SELECT id, coalesce(object_key, ''), 'checklist run ' || run_id
  FROM attachments.check_photos WHERE object_key IS NOT NULL`;

/** `coalesce` only makes the key non-null for the row type: the condition already excludes null. */
const THUMBNAILS = `
  SELECT attachment_id AS id, coalesce(object_key, '') AS key, 'attachment ' || attachment_id AS detail
  FROM attachments.thumbnails WHERE object_key IS NOT NULL`;

/** The keys among $1 that no row refers to. */
const UNKNOWN = `
  SELECT key FROM unnest($1::text[]) AS key
  WHERE NOT EXISTS (SELECT FROM attachments.attachments a
      WHERE key LIKE 'attachments/%' AND a.id = split_part(key, '/', 2)::uuid)
    AND NOT EXISTS (SELECT FROM attachments.thumbnails t WHERE t.object_key = key)
    AND NOT EXISTS (SELECT FROM attachments.check_photos c WHERE c.object_key = key)
    AND NOT EXISTS (SELECT FROM attachments.upload_grants g WHERE g.object_path = key)
    AND NOT EXISTS (SELECT FROM attachments.report_photos p
      WHERE key LIKE 'uploads/%' AND p.id = split_part(key, '/', 2)::uuid AND p.expires_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM attachments.object_removals r WHERE r.object_key = key)`;

/**
 * Compares the database with the storage, page by page in constant memory, while the service runs. A row is written
 * before its object and deleted before it, so a difference found twice in a row is real. In SQL, because the command
 * uses a single connection without TypeORM's data source.
 */
@Injectable()
export class ConsistencyCheck {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'inspect' | 'list'>,
  ) {}

  /**
   * Reports every discrepancy. With `repair`, unreferenced objects older than 24 hours are queued for the sweeper, and
   * missing thumbnails are created again. An attachment without object needs a person: restore the object from a
   * backup, or delete the attachment.
   * @returns the totals
   */
  async run(options: ConsistencyOptions) {
    const summary = { attachments: 0, thumbnails: 0, objects: 0, discrepancies: 0, repaired: 0 };
    const report = (discrepancy: Discrepancy) => {
      summary.discrepancies += 1;
      if (discrepancy.isRepaired) summary.repaired += 1;
      options.report(discrepancy);
    };
    for await (const rows of this.pagesOf(ATTACHMENTS)) {
      summary.attachments += rows.length;
      for (const { key, detail } of await this.withoutObject(rows, ATTACHMENTS)) {
        report({ what: 'attachment without object', key, detail, isRepaired: false });
      }
    }
    for await (const rows of this.pagesOf(THUMBNAILS)) {
      summary.thumbnails += rows.length;
      for (const row of await this.withoutObject(rows, THUMBNAILS)) {
        const isRepaired = options.repair && (await this.makeAnew(row));
        report({ what: 'thumbnail without object', key: row.key, detail: row.detail, isRepaired });
      }
    }
    for await (const listed of this.storage.list()) {
      const objects = listed.filter(({ key }) => OWN_KEY.test(key));
      summary.objects += objects.length;
      for (const { key, storedAt } of await this.withoutRow(objects)) {
        const isOld = storedAt.getTime() < Date.now() - SPARED_HOURS * 3_600_000;
        const isRepaired = options.repair && isOld && (await this.removeLater(key));
        report({ what: 'object without row', key, detail: `since ${storedAt.toISOString()}`, isRepaired });
      }
    }
    return summary;
  }

  private async *pagesOf(source: string): AsyncIterable<Row[]> {
    let rows: Row[] = [];
    do {
      rows = await selectRows(this.pool, neededRow, {
        text: `SELECT * FROM (${source}) AS rows WHERE ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
        values: [rows.at(-1)?.id ?? null, PAGE],
      });
      yield rows;
    } while (rows.length === PAGE);
  }

  /** Rows whose object is missing and that still exist afterwards. */
  private async withoutObject(rows: Row[], source: string): Promise<Row[]> {
    const missing: Row[] = [];
    for (let next = 0; next < rows.length; next += INSPECTED_AT_ONCE) {
      const some = rows.slice(next, next + INSPECTED_AT_ONCE);
      const objects = await Promise.all(some.map(({ key }) => this.storage.inspect(key)));
      missing.push(...some.filter((_row, index) => objects[index] === undefined));
    }
    const still = await selectRows(this.pool, neededRow, {
      text: `SELECT * FROM (${source}) AS rows WHERE id = ANY($1)`,
      values: [missing.map(({ id }) => id)],
    });
    const keys = new Set(still.map(({ key }) => key));
    return missing.filter(({ key }) => keys.has(key));
  }

  /** Objects that no row refers to and that still exist afterwards. */
  private async withoutRow(objects: ListedObject[]): Promise<ListedObject[]> {
    const rows = await selectRows(this.pool, keyRow, {
      text: UNKNOWN,
      values: [objects.map(({ key }) => key)],
    });
    const unknown = new Set(rows.map(({ key }) => key));
    const still: ListedObject[] = [];
    for (const object of objects) {
      if (unknown.has(object.key) && (await this.isStored(object.key))) still.push(object);
    }
    return still;
  }

  private async isStored(key: string): Promise<boolean> {
    for await (const page of this.storage.list(key)) if (page.length > 0) return true;
    return false;
  }

  private async removeLater(key: string): Promise<boolean> {
    await execute(this.pool, {
      text: 'INSERT INTO attachments.object_removals (object_key) VALUES ($1) ON CONFLICT DO NOTHING',
      values: [key],
    });
    return true;
  }

  private async makeAnew({ id, key }: Row): Promise<boolean> {
    const changed = await execute(this.pool, {
      text: `UPDATE attachments.thumbnails SET object_key = NULL, attempts = 0, due_at = now()
             WHERE attachment_id = $1 AND object_key = $2`,
      values: [id, key],
    });
    return changed === 1;
  }
}
