import { type Change, gone, PG_POOL, readChanges, unauthorized } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { isVisible, type Scope } from '../events/scope.ts';
import { StreamAccess, type Viewer } from '../events/stream-access.ts';
import { ChangeCursors } from './change-cursors.ts';
import type { ChangesResponse, ListChangesQuery } from './changes.schemas.ts';

/** Changes read by one statement. */
const PAGE = 500;
/** Pages of one call, of whose changes few may be visible. */
const MOST_PAGES = 10;

/** What was read of the feed. */
interface Read {
  changes: Change[];
  cursor: string;
  isAtEnd: boolean;
  isResumed: boolean;
}

/** What changed, for those who ask now and then: the events of the stream, by the same rule of visibility. */
@Injectable()
export class ChangesService {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly access: StreamAccess,
    private readonly cursors: ChangeCursors,
  ) {}

  /**
   * @throws Problem 401 when the session or token ended meanwhile
   * @throws Problem 410, with the cursor of now, for a cursor that is too old, of somebody else, from before other
   *   locations were visible to the caller, or of another history of the database
   */
  async list(viewer: Viewer, { after, entity, limit }: ListChangesQuery): Promise<ChangesResponse> {
    const { userId } = viewer;
    if (after === undefined) {
      const now = await this.now(viewer);
      return { changes: [], cursor: now, more: false };
    }
    const before = this.cursors.read(after, { userId, scope: await this.scopeOf(viewer) });
    if (before === null) throw gone(await this.now(viewer));
    const read = await this.read(before, limit, entity);
    // After the changes were read: whatever ended a session or a scope before one of them is seen now.
    const scope = await this.scopeOf(viewer);
    if (!read.isResumed || this.cursors.read(after, { userId, scope }) === null)
      throw gone(await this.now(viewer));
    const visible = read.changes.filter((change) => isVisible(change, scope));
    const sent = visible.slice(0, limit);
    const cursor = visible.length > limit ? (sent.at(-1)?.cursor ?? before) : read.cursor;
    return {
      changes: sent.map(({ entity: of, entityId: id, version, action, occurredAt }) => ({
        entity: of,
        id,
        version,
        action,
        at: occurredAt.toISOString(),
      })),
      cursor: this.cursors.of(cursor, { userId, scope }),
      more: visible.length > limit || !read.isAtEnd,
    };
  }

  /** A cursor after all changes so far: read before the scope, so that none is missed. */
  private async now(viewer: Viewer): Promise<string> {
    const { cursor } = await readChanges(this.pool, null);
    return this.cursors.of(cursor, { userId: viewer.userId, scope: await this.scopeOf(viewer) });
  }

  private async scopeOf(viewer: Viewer): Promise<Scope> {
    const [scope] = await this.access.scopesOf([viewer]);
    if (!scope) throw unauthorized();
    return scope;
  }

  /** Reads on until there are more than so many changes, the feed ends, or it is enough for one call. */
  private async read(after: string, limit: number, entity: string | undefined): Promise<Read> {
    const found: Read = { changes: [], cursor: after, isAtEnd: false, isResumed: true };
    for (let page = 0; page < MOST_PAGES && !found.isAtEnd && found.changes.length <= limit; page += 1) {
      const { changes, cursor, isResumed } = await readChanges(this.pool, found.cursor, PAGE);
      if (!isResumed) return { ...found, isResumed };
      found.changes.push(...changes.filter((change) => entity === undefined || change.entity === entity));
      found.cursor = cursor;
      found.isAtEnd = changes.length < PAGE;
    }
    return found;
  }
}
