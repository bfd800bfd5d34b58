import {
  BackgroundWork,
  type Change,
  type ChangesRead,
  compareCursors,
  Draining,
  EventIds,
  PG_POOL,
  readChanges,
  tooManyRequests,
  unauthorized,
  unavailable,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import DataLoader from 'dataloader';
import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { EventStream } from './event-stream.ts';
import { changeText, commentText, inboxText, positionText, resyncText, retryText } from './event-text.ts';
import type { EndReason } from './events.schemas.ts';
import { type Missed, MissedChanges, PAGE } from './missed-changes.ts';
import { isSameScope, isVisible, locationsOf, mayChangeScope, mayChangeScopes, type Scope } from './scope.ts';
import { StreamAccess, type Viewer } from './stream-access.ts';
import { StreamLeases, STREAMS_OF_A_USER } from './stream-leases.ts';
import { StreamMetrics } from './stream-metrics.ts';
import { UnreadCounts } from './unread-counts.ts';

export const POLL_EVERY_MS = 200;
const COUNT_EVERY_MS = 1000;
/** Without events; with events, before each of them. */
const CHECK_EVERY_MS = 2000;
/** After PostgreSQL or Redis did not respond. */
const REST_MS = 1000;
const COMMENT_EVERY_MS = 20_000;

interface OpeningRequest {
  viewer: Viewer;
  /** Of an earlier stream, to resume after it. */
  lastEventId: string | undefined;
}

interface Opening {
  missed: Missed;
  /** Null when the session or token ended. */
  scope: Scope | null;
  unread: number;
}

/** What the users of streams can see, in their order. */
interface Checked {
  scopes: readonly (Scope | null)[];
  /** False when it is known only for the locations of what changed. */
  areWhole: boolean;
}

/**
 * Sends the changes of all services to the open event streams of this process ([decision
 * 40](../../../docs/decisions/0040-live-events-are-polled-from-the-feed.md)). While there are streams, it reads the
 * change feed once for all of them, and then, before anything is sent, asks once for all of them who still may see
 * what. A round that fails sends nothing, and the next one begins where it began.
 */
@Injectable()
export class LiveEvents extends BackgroundWork {
  private readonly streams = new Set<EventStream>();
  private countAt = 0;
  private checkedAt = 0;
  private comparedAt = 0;
  private restUntil = 0;
  private prepared: Promise<unknown> = Promise.resolve();
  /** Prepares together all streams that were requested while others were being prepared. */
  private readonly openings = new DataLoader<OpeningRequest, Opening>(
    (requests) => {
      const openings = this.prepare(requests);
      this.prepared = openings.catch(() => undefined);
      return openings;
    },
    { cache: false, batchScheduleFn: (prepareNext) => void this.prepared.then(prepareNext) },
  );

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly access: StreamAccess,
    private readonly missedChanges: MissedChanges,
    private readonly unreadCounts: UnreadCounts,
    private readonly ids: EventIds,
    private readonly leases: StreamLeases,
    private readonly draining: Draining,
    private readonly metrics: StreamMetrics,
  ) {
    super();
  }

  /**
   * Prepares a stream; the returned function begins it. Changes that are committed meanwhile are sent.
   * @param lastEventId of an earlier stream, to resume after it
   * @throws Problem 401, 429 or 503
   */
  async open(viewer: Viewer, lastEventId: string | undefined): Promise<(response: ServerResponse) => void> {
    this.refuseWhileDraining();
    const stream = new EventStream(viewer);
    const wait = await this.leases.take(viewer.userId, stream.id);
    if (wait > 0) {
      this.metrics.countRefusal();
      throw tooManyRequests(`You have ${STREAMS_OF_A_USER} open streams. Close one of them first.`, wait);
    }
    try {
      const { missed, scope, unread } = await this.openings.load({ viewer, lastEventId });
      if (!scope) throw unauthorized();
      this.refuseWhileDraining();
      stream.scope = scope;
      stream.unread = unread;
      stream.position = missed.position;
      return (response) => this.begin(stream, missed, response);
    } catch (error) {
      await this.leases.release(viewer.userId, stream.id);
      throw error;
    }
  }

  /** Whether somebody watches: a stream of this process is open. */
  get isWatched(): boolean {
    return this.streams.size > 0;
  }

  @Interval('deliver events', POLL_EVERY_MS)
  run(): void {
    if (this.isWatched) {
      this.start(() => this.deliver(), 'Events cannot be delivered at the moment; they are delivered later');
    }
  }

  @Interval('keep event streams open', COMMENT_EVERY_MS)
  keepOpen(): void {
    const texts = new Map<string, string>();
    for (const stream of this.streams) {
      const { position } = stream;
      // Also the position, or a stream without events for ten minutes could not be resumed.
      const text = texts.get(position) ?? commentText + positionText(this.ids.idOf(position));
      texts.set(position, text);
      stream.write(text);
    }
  }

  /** Ends all streams: their clients resume at another replica. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.streams].map((stream) => this.end(stream, 'drain')));
    await super.beforeApplicationShutdown();
  }

  private refuseWhileDraining(): void {
    if (this.draining.isDraining || this.isStopping) throw unavailable('Shutting down.');
  }

  private async prepare(requests: readonly OpeningRequest[]): Promise<Opening[]> {
    const missed = await this.missedChanges.since(requests.map(({ lastEventId }) => lastEventId));
    // After the changes were read: whatever ended a session or a scope before one of them is seen now.
    const viewers = requests.map(({ viewer }) => viewer);
    const [scopes, counts] = await Promise.all([
      this.access.scopesOf(viewers),
      this.unreadCounts.of(viewers.map(({ userId }) => userId)),
    ]);
    return missed.map((of, at) => ({
      missed: of,
      scope: scopes[at] ?? null,
      unread: counts.get(viewers[at]?.userId ?? '') ?? 0,
    }));
  }

  private begin(stream: EventStream, missed: Missed, response: ServerResponse): void {
    const { scope, viewer, position } = stream;
    const isComplete = missed.isComplete && !mayChangeScope(missed.changes, viewer, scope);
    const visible = isComplete ? missed.changes.filter((change) => isVisible(change, scope)) : [];
    const id = this.ids.idOf(position);
    const text = [
      retryText(),
      ...visible.map((change) => changeText(change, this.ids.idOf(change.cursor))),
      isComplete ? positionText(id) : resyncText(id),
      inboxText(stream.unread),
    ].join('');
    this.streams.add(stream);
    this.metrics.open.set(this.streams.size);
    stream.begin(response, text, () => void this.remove(stream));
    this.metrics.countSent('change', visible.length);
    this.metrics.countSent('resync', isComplete ? 0 : 1);
    this.metrics.countSent('inbox');
    // It was prepared before the service began to stop.
    if (this.isStopping) void this.end(stream, 'drain');
  }

  private async remove(stream: EventStream): Promise<void> {
    if (!this.streams.delete(stream)) return;
    this.metrics.open.set(this.streams.size);
    await this.leases.release(stream.viewer.userId, stream.id);
  }

  private end(stream: EventStream, reason: EndReason): Promise<void> {
    stream.end(reason);
    this.metrics.countSent('end');
    return this.remove(stream);
  }

  private async deliver(): Promise<void> {
    if (Date.now() < this.restUntil) return;
    try {
      let read: number;
      do read = await this.deliverPage();
      while (read === PAGE);
    } catch (error) {
      this.restUntil = Date.now() + REST_MS;
      throw error;
    }
  }

  /** Returns the number of changes that were read. */
  private async deliverPage(): Promise<number> {
    const streams = [...this.streams];
    const positions = [...new Set(streams.map(({ position }) => position))].sort(compareCursors);
    const [first] = positions;
    if (first === undefined) return 0;
    const read = await readChanges(this.pool, first, PAGE);
    const counts = await this.readDueCounts(streams);
    const isQuiet =
      read.isResumed &&
      read.changes.length === 0 &&
      !streams.some((stream) => isNewCount(stream, counts)) &&
      Date.now() - this.checkedAt < CHECK_EVERY_MS;
    // After the changes were read: whatever ended a session or a scope before one of them is seen now.
    const checked = isQuiet ? undefined : await this.check(streams, read.changes);

    const texts = read.changes.map((change) => changeText(change, this.ids.idOf(change.cursor)));
    const visibleOnce = new Set<Change>();
    const batches = new Map(positions.map((position) => [position, new Batch(read, texts, position)]));
    for (const [at, stream] of streams.entries()) {
      const batch = batches.get(stream.position);
      const scope = checked ? checked.scopes[at] : stream.scope;
      if (!scope) void this.end(stream, 'session');
      else if (batch)
        this.send(stream, batch, { scope, isWhole: checked?.areWhole === true }, counts, visibleOnce);
    }
    for (const change of visibleOnce) this.metrics.observeDelay(change);
    return read.changes.length;
  }

  /**
   * All locations of a thousand managers are too many to be read before each event: they are read when they may have
   * changed, and as often as a stream is checked that has no events.
   */
  private async check(streams: readonly EventStream[], changes: readonly Change[]): Promise<Checked> {
    const checkedAt = Date.now();
    const areWhole = checkedAt - this.comparedAt >= CHECK_EVERY_MS || mayChangeScopes(changes);
    const viewers = streams.map(({ viewer }) => viewer);
    const scopes = await this.access.scopesOf(viewers, areWhole ? undefined : locationsOf(changes));
    this.checkedAt = checkedAt;
    if (areWhole) this.comparedAt = checkedAt;
    return { scopes, areWhole };
  }

  private send(
    stream: EventStream,
    batch: Batch,
    { scope, isWhole }: { scope: Scope; isWhole: boolean },
    counts: ReadonlyMap<string, number> | undefined,
    visibleOnce: Set<Change>,
  ): void {
    let text = '';
    for (const { change, text: event } of batch.changes) {
      if (!isVisible(change, scope)) continue;
      text += event;
      visibleOnce.add(change);
      this.metrics.countSent('change');
    }
    if (!batch.isComplete || (isWhole && !isSameScope(scope, stream.scope))) {
      text += resyncText(this.ids.idOf(batch.position));
      this.metrics.countSent('resync');
    }
    if (counts && isNewCount(stream, counts)) {
      stream.unread = counts.get(stream.viewer.userId) ?? 0;
      text += inboxText(stream.unread);
      this.metrics.countSent('inbox');
    }
    if (isWhole) stream.scope = scope;
    stream.position = batch.position;
    if (text !== '') stream.write(text);
  }

  private async readDueCounts(streams: readonly EventStream[]): Promise<Map<string, number> | undefined> {
    const beganAt = Date.now();
    if (beganAt < this.countAt) return undefined;
    try {
      return await this.unreadCounts.of(streams.map(({ viewer }) => viewer.userId));
    } finally {
      const endedAt = Date.now();
      // Changes wait for it: of a thousand inboxes, it takes a fifth of the time at most, also when it fails.
      this.countAt = Math.max(beganAt + COUNT_EVERY_MS, endedAt + 4 * (endedAt - beganAt));
    }
  }
}

const isNewCount = (stream: EventStream, counts: ReadonlyMap<string, number> | undefined): boolean =>
  counts !== undefined && (counts.get(stream.viewer.userId) ?? 0) !== stream.unread;

/** What was read, for the streams at one position. */
class Batch {
  readonly changes: { change: Change; text: string }[];
  /** Of those streams, once they have it. */
  readonly position: string;
  /** False when the database was restored: what changed is not known. */
  readonly isComplete: boolean;

  constructor(read: ChangesRead, texts: readonly string[], position: string) {
    this.isComplete = read.isResumed;
    const isAhead = read.isResumed && compareCursors(position, read.cursor) > 0;
    this.position = isAhead ? position : read.cursor;
    this.changes = read.changes
      .map((change, at) => ({ change, text: texts[at] ?? '' }))
      .filter(({ change }) => compareCursors(change.cursor, position) > 0);
  }
}
