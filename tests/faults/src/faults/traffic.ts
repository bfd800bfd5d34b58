import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from './caller.ts';
import type { Stage } from './stage.ts';

/** A write whose response never comes is sent again for so long. */
const RETRY_FOR_MS = 40_000;
const RETRY_PAUSE_MS = 100;

/** People who read and write through the gateway without a pause worth the name, until they are stopped. */
export class Traffic {
  /** Every response to a read, and every first response to a write. */
  readonly reads: ApiResponse[] = [];
  readonly firstTries: ApiResponse[] = [];
  /** Moments (of `performance.now`) at which a write was acknowledged. */
  readonly acknowledgedAt: number[] = [];
  private readonly acknowledged = new Map<string, string>();
  private readonly run = `fault ${randomUUID()}`;
  private readonly stage: Stage;
  private isOver = false;
  private readonly people: Promise<void>[];

  /** @param pauseMs between two requests of one person */
  constructor(stage: Stage, { readers = 4, writers = 4, pauseMs = 5 } = {}) {
    this.stage = stage;
    this.people = [
      ...Array.from({ length: readers }, (_, index) => this.read(index, pauseMs)),
      ...Array.from({ length: writers }, () => this.write(pauseMs)),
    ];
  }

  /** Resolves when every visitor has received the last response. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  get responses(): ApiResponse[] {
    return [...this.reads, ...this.firstTries];
  }

  get acknowledgedCount(): number {
    return this.acknowledged.size;
  }

  /** What the database has to say of the writes that were acknowledged. */
  async verify(): Promise<{ lost: number; duplicates: number }> {
    const { rows } = await this.stage.database.query<{ id: string; title: string }>(
      `SELECT id, title FROM core.tickets WHERE starts_with(title, $1)`,
      [this.run],
    );
    const ids = new Set(rows.map(({ id }) => id));
    const titles = new Set(rows.map(({ title }) => title));
    return {
      lost: [...this.acknowledged.values()].filter((id) => !ids.has(id)).length,
      duplicates: rows.length - titles.size,
    };
  }

  private async read(index: number, pauseMs: number): Promise<void> {
    const { admin, manager, database, locationId } = this.stage;
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM core.tickets WHERE location_id = $1 LIMIT 1',
      [locationId],
    );
    // One of every service.
    const paths = [
      '/api/tickets?limit=10',
      '/api/user',
      `/api/tickets/${rows[0]?.id ?? ''}/attachments`,
      '/api/inbox/summary',
    ];
    for (let turn = index; !this.isOver; turn += 1) {
      const caller = turn % 2 === 0 ? admin : manager;
      this.reads.push(await caller.ask('GET', paths[turn % paths.length] ?? ''));
      await sleep(pauseMs);
    }
  }

  private async write(pauseMs: number): Promise<void> {
    const { admin, locationId } = this.stage;
    while (!this.isOver) {
      const key = randomUUID();
      const ticket = {
        title: `${this.run} ${key}`,
        description: 'Written while something breaks.',
        locationId,
        ticketType: 'repair',
      };
      const deadline = performance.now() + RETRY_FOR_MS;
      for (let attempt = 0; performance.now() < deadline; attempt += 1) {
        const response = await admin.ask('POST', '/api/tickets', ticket, { 'idempotency-key': key });
        if (attempt === 0) this.firstTries.push(response);
        if (response.status === 201) {
          this.acknowledged.set(key, (response.body as { id: string }).id);
          this.acknowledgedAt.push(performance.now());
          break;
        }
        await sleep(RETRY_PAUSE_MS);
      }
      await sleep(pauseMs);
    }
  }
}

/** Responses with another status than those wanted. A deliberate refusal counts as failed unless its status is wanted. */
export const failed = (responses: readonly ApiResponse[], ...wanted: number[]): ApiResponse[] =>
  responses.filter(({ status }) => !wanted.includes(status));
