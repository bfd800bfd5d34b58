import { type ApiResponse, textOf } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Figure, none } from './fault.ts';
import type { Setup } from './setup.ts';

/** A write whose response never comes is repeated for so long. */
const RETRY_FOR_MS = 40_000;
const RETRY_PAUSE_MS = 100;

/** What {@link Traffic} needs of a system. */
export type Visited = Pick<Setup, 'admin' | 'manager' | 'locationId'> & {
  /** A ticket of that location. */
  ticketId: string;
  /** What is read. */
  paths: string[];
  /** Ids and titles of the tickets whose title starts with a text without quotes. */
  ticketsTitled: (start: string) => Promise<{ id: string; title: string }[]>;
};

/** A page, and one call of every service but svc-notifications, which the last release did not have. */
export const pathsOf = (ticketId: string): string[] => [
  '/',
  '/api/tickets?limit=10',
  '/api/user',
  `/api/tickets/${ticketId}/attachments`,
];

/** The setup of the faults as {@link Traffic} needs it. */
export async function visited({ admin, manager, locationId, database }: Setup): Promise<Visited> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM core.tickets WHERE location_id = $1 LIMIT 1',
    [locationId],
  );
  const ticketId = rows[0]?.id ?? '';
  return {
    admin,
    manager,
    locationId,
    ticketId,
    paths: [...pathsOf(ticketId), '/api/inbox/summary'],
    ticketsTitled: async (start) =>
      (
        await database.query<{ id: string; title: string }>(
          'SELECT id, title FROM core.tickets WHERE starts_with(title, $1)',
          [start],
        )
      ).rows,
  };
}

/** People, and their pauses between two reads and, when they differ, between two writes. */
export interface Load {
  readers?: number;
  writers?: number;
  pauseMs?: number;
  writePauseMs?: number;
}

/** People who read and write through the gateway until they are stopped. */
export class Traffic {
  /** Every response to a read, and every first response to a write. */
  readonly reads: ApiResponse[] = [];
  readonly firstTries: ApiResponse[] = [];
  /** Moments (of `performance.now`) at which a write was acknowledged. */
  readonly acknowledgedAt: number[] = [];
  private readonly acknowledged = new Map<string, string>();
  private readonly run = `fault ${randomUUID()}`;
  private readonly on: Visited;
  private isOver = false;
  private readonly people: Promise<void>[];

  constructor(on: Visited, { readers = 4, writers = 4, pauseMs = 5, writePauseMs }: Load = {}) {
    this.on = on;
    this.people = [
      ...Array.from({ length: readers }, (_, index) => this.read(index, pauseMs)),
      ...Array.from({ length: writers }, () => this.write(writePauseMs ?? pauseMs)),
    ];
  }

  static async on(setup: Setup, load: Load = {}): Promise<Traffic> {
    return new Traffic(await visited(setup), load);
  }

  /** Resolves when everybody has received the last response. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  get responses(): ApiResponse[] {
    return [...this.reads, ...this.firstTries];
  }

  /** Compares the acknowledged writes with the database. */
  async verify(): Promise<Figure[]> {
    const rows = await this.on.ticketsTitled(this.run);
    const ids = new Set(rows.map(({ id }) => id));
    const titles = new Set(rows.map(({ title }) => title));
    return [
      atLeast('writes acknowledged', this.acknowledged.size, 1),
      none('acknowledged writes lost', [...this.acknowledged.values()].filter((id) => !ids.has(id)).length),
      none('duplicates', rows.length - titles.size),
    ];
  }

  private async read(index: number, pauseMs: number): Promise<void> {
    const { admin, manager, paths } = this.on;
    for (let turn = index; !this.isOver; turn += 1) {
      const caller = turn % 2 === 0 ? admin : manager;
      this.reads.push(await caller.ask('GET', paths[turn % paths.length] ?? ''));
      await sleep(pauseMs);
    }
  }

  private async write(pauseMs: number): Promise<void> {
    const { admin, locationId } = this.on;
    while (!this.isOver) {
      const key = randomUUID();
      const ticket = { ...aTicket, title: `${this.run} ${key}`, locationId };
      const deadline = performance.now() + RETRY_FOR_MS;
      for (let attempt = 0; performance.now() < deadline; attempt += 1) {
        const response = await admin.ask('POST', '/api/tickets', ticket, { 'idempotency-key': key });
        if (attempt === 0) this.firstTries.push(response);
        if (response.status === 201) {
          this.acknowledged.set(key, textOf(response, 'id'));
          this.acknowledgedAt.push(performance.now());
          break;
        }
        await sleep(RETRY_PAUSE_MS);
      }
      await sleep(pauseMs);
    }
  }
}

/** A ticket without its location. */
export const aTicket = { title: 'The slicer does not stop', description: 'Cold', ticketType: 'repair' };

/** Responses with another status than those wanted, deliberate refusals included. */
export const failed = (responses: readonly ApiResponse[], ...wanted: number[]): number =>
  responses.filter(({ status }) => !wanted.includes(status)).length;
