import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const PEOPLE = 30;
const STORES = 10;

interface Store {
  id: string;
  managers: ReadonlySet<string>;
}

interface Ticket {
  id: string;
  store: Store;
  /** Who watches it and has not muted it. */
  listening: string[];
  status: string;
  assignee: string | null;
}

/** Why somebody is to be told, the strongest reason first. */
type Reason = [userId: string, kind: string];

const random = (): number => Math.random();

function anyOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** Tickets and comments of many people, written past svc-core but with the triggers of the audit trail. */
export class Conversation {
  /** `event user kind` of every item that must follow from what was written. */
  readonly expected: string[] = [];
  written = 0;
  private readonly database: pg.Pool;
  private readonly people: readonly string[];
  private readonly stores: readonly Store[];
  private readonly tickets: Ticket[] = [];

  private constructor(database: pg.Pool, people: readonly string[], stores: readonly Store[]) {
    this.database = database;
    this.people = people;
    this.stores = stores;
  }

  /** The store with the most tickets; all its managers lose it. */
  async closeStore(): Promise<string> {
    const counts = Map.groupBy(this.tickets, ({ store }) => store.id);
    const [id] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    if (id === undefined) throw new Error('no store has a ticket');
    await this.database.query('DELETE FROM core.manager_assignments WHERE location_id = $1', [id]);
    return id;
  }

  static async start(database: pg.Pool): Promise<Conversation> {
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, () =>
        idOf(
          database,
          `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
           VALUES ($1, 'none', 'Some', 'Body', 'district_manager') RETURNING id`,
          [`${randomUUID()}@example.com`],
        ),
      ),
    );
    const stores = await Promise.all(
      Array.from({ length: STORES }, async (_, index) => {
        const id = await idOf(
          database,
          `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
           VALUES ('Store', '1 Main Street', 'Springfield', 'NY', '10001', $1, 'UTC') RETURNING id`,
          [randomUUID()],
        );
        const managers = people.filter((_person, number) => number % STORES === index || number < 3);
        for (const manager of managers) {
          await database.query(
            'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)',
            [manager, id],
          );
        }
        return { id, managers: new Set(managers) };
      }),
    );
    return new Conversation(database, people, stores);
  }

  /** Writes so many events, with several writers at once. */
  async write(events: number, writers: number): Promise<void> {
    let left = events;
    const writer = async () => {
      // One ticket belongs to one writer at a time, so that what it was before an event is known.
      while (left > 0) {
        left -= 1;
        const index = Math.floor(random() * this.tickets.length);
        const isNew = this.tickets.length < 50 || random() < 0.05;
        const [ticket] = isNew ? [] : this.tickets.splice(index, 1);
        this.tickets.push(await this.writeEvent(ticket));
        this.written += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
  }

  private async writeEvent(ticket: Ticket | undefined): Promise<Ticket> {
    const event = randomUUID();
    const actor = random() < 0.1 ? null : anyOf(this.people);
    const choice = random();
    const [store, reasons, written] = !ticket
      ? await this.create(event, actor)
      : choice < 0.4
        ? await this.comment(event, actor, ticket)
        : await this.change(event, actor, ticket, choice);
    const told = new Set<string>();
    for (const [userId, kind] of reasons) {
      if (told.has(userId)) continue;
      told.add(userId);
      if (userId !== actor && store.managers.has(userId)) this.expected.push(`${event} ${userId} ${kind}`);
    }
    return written;
  }

  private async create(event: string, actor: string | null): Promise<[Store, Reason[], Ticket]> {
    const store = anyOf(this.stores);
    const via = random() < 0.3 ? 'qr' : 'app';
    const assignee = random() < 0.5 ? anyOf(this.people) : null;
    const watchers = this.people.filter(() => random() < 0.2);
    const muted = new Set(watchers.filter(() => random() < 0.2));
    const id = await this.transaction(event, actor, async (client) => {
      const ticketId = await idOf(
        client,
        `INSERT INTO core.tickets (title, description, ticket_type, location_id, assigned_to, via)
         VALUES ('Oven', 'Cold', 'repair', $1, $2, $3) RETURNING id`,
        [store.id, assignee, via],
      );
      await client.query(
        `INSERT INTO core.ticket_watchers (ticket_id, user_id, reason, muted)
         SELECT $1, user_id, 'manual', user_id = ANY ($3::uuid[]) FROM unnest($2::uuid[]) AS user_id`,
        [ticketId, watchers, [...muted]],
      );
      return ticketId;
    });
    const listening = watchers.filter((userId) => !muted.has(userId));
    return [
      store,
      [...assigned(assignee), ...(via === 'qr' ? all(store.managers, 'reported') : [])],
      { id, store, listening, status: 'incoming', assignee },
    ];
  }

  private async comment(
    event: string,
    actor: string | null,
    ticket: Ticket,
  ): Promise<[Store, Reason[], Ticket]> {
    const mentioned = this.people.filter(() => random() < 0.1);
    await this.transaction(event, actor, async (client) => {
      const id = await idOf(
        client,
        `INSERT INTO core.ticket_comments (ticket_id, author_id, body) VALUES ($1, $2, 'Look.') RETURNING id`,
        [ticket.id, actor],
      );
      await client.query(
        'INSERT INTO core.comment_mentions (comment_id, user_id) SELECT $1, unnest($2::uuid[])',
        [id, mentioned],
      );
    });
    return [ticket.store, [...all(mentioned, 'mentioned'), ...all(ticket.listening, 'commented')], ticket];
  }

  private async change(
    event: string,
    actor: string | null,
    ticket: Ticket,
    choice: number,
  ): Promise<[Store, Reason[], Ticket]> {
    const status = choice < 0.8 ? anyOf(['incoming', 'in_progress']) : ticket.status;
    const assignee = choice > 0.7 ? anyOf(this.people) : ticket.assignee;
    await this.transaction(event, actor, (client) =>
      client.query('UPDATE core.tickets SET status = $2, assigned_to = $3, notes = $4 WHERE id = $1', [
        ticket.id,
        status,
        assignee,
        event,
      ]),
    );
    return [
      ticket.store,
      [
        ...(assignee === ticket.assignee ? [] : assigned(assignee)),
        ...(status === ticket.status ? [] : all(ticket.listening, 'status_changed')),
      ],
      { ...ticket, status, assignee },
    ];
  }

  /** One transaction of svc-core; the id of its request names the event. */
  private async transaction<Result>(
    event: string,
    actor: string | null,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.database.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true)`,
        [actor ?? '', event],
      );
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
  }
}

const assigned = (assignee: string | null): Reason[] => (assignee === null ? [] : [[assignee, 'assigned']]);

const all = (userIds: Iterable<string>, kind: string): Reason[] =>
  [...userIds].map((userId) => [userId, kind]);

async function idOf(on: pg.Pool | pg.PoolClient, statement: string, values: unknown[]): Promise<string> {
  const { rows } = await on.query<{ id: string }>(statement, values);
  const [row] = rows;
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}
