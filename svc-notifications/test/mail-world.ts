import { Transactions } from '@mainstay/service-kit';
import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScheduleMail } from '../src/mail/schedule-mail.ts';
import { SendMail } from '../src/mail/send-mail.ts';
import { type Kind, kinds as allKinds, type NewItem } from '../src/recipients/new-item.ts';
import type { NotificationSettings, Preference } from '../src/settings/notification-settings.ts';
import { SettingsRepository } from '../src/settings/settings.repository.ts';
import { aCode, aStore, aTicket, type Columns, insertRow } from './rows.ts';
import type { RunningService } from './running-service.ts';

/** A row of notifications.deliveries. */
interface DeliveryRow {
  id: string;
  form: string;
  state: string;
  due_at: Date;
  retry_at: Date | null;
  lease_until: Date | null;
  attempts: number;
  last_error: string | null;
  key: string;
}

/**
 * People, stores, tickets and items of the inbox. They are written without the triggers of the audit trail, so that no
 * items follow but those of the test.
 */
export const mailWorldOf = (service: RunningService) => {
  const { app, backends, config } = service;
  let number = 1000;

  async function insert(table: string, columns: Columns): Promise<string> {
    const client = await backends.admin.connect();
    try {
      await client.query('SET session_replication_role = replica');
      return await insertRow(client, table, columns);
    } finally {
      await client.query('RESET session_replication_role');
      client.release();
    }
  }

  const run = async (text: string, values: unknown[] = []): Promise<void> => {
    await backends.admin.query(text, values);
  };

  const deliveries = async (userId: string): Promise<DeliveryRow[]> => {
    const { rows } = await backends.admin.query<DeliveryRow>(
      'SELECT * FROM notifications.deliveries WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    return rows;
  };

  /** Sends what is due until the condition is met. */
  async function sendUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + 10_000;
    while (Date.now() < end) {
      app.get(SendMail).run();
      if (await condition()) return;
      await sleep(10);
    }
    throw new Error('the condition was not met in time');
  }

  return {
    insert,
    run,
    createStore: (name?: string): Promise<string> => insert('core.locations', aStore(name)),
    deliveries,
    sendUntil,
    createPerson: (
      role: 'admin' | 'district_manager' = 'admin',
      more: { firstName?: string; lastName?: string } = {},
    ) => createTestUser(backends, config, { role, ...more }),
    assign: (person: TestUser, storeId: string): Promise<string> =>
      insert('core.manager_assignments', { manager_id: person.userId, location_id: storeId }),
    async createTicket(storeId: string, more: Columns = {}): Promise<{ id: string; number: number }> {
      number += 1;
      const columns = aTicket(storeId, { title: 'Walk-in cooler', number, ...more });
      return { id: await insert('core.tickets', columns), number };
    },
    /** A QR code, on a piece of equipment if its name is given. */
    async createCode(storeId: string, more: { label?: string; equipment?: string } = {}): Promise<string> {
      const { label = null, equipment } = more;
      const equipmentId =
        equipment === undefined
          ? null
          : await insert('core.equipment', { location_id: storeId, name: equipment, category: 'cooking' });
      return insert('core.intake_codes', aCode(storeId, { equipment_id: equipmentId, label }));
    },
    createComment: (ticketId: string, body: string, more: Columns = {}): Promise<string> =>
      insert('core.ticket_comments', { ticket_id: ticketId, body, ...more }),
    /** Adds an item to somebody's inbox, about a ticket unless a code or the run of a checklist is given. */
    async addItem(
      person: { userId: string },
      ticketId: string | null,
      kind: Kind,
      {
        actorId = null,
        commentId = null,
        codeId = null,
        run,
        bulkId = null,
        dueAt = null,
        ...decision
      }: {
        actorId?: string | null;
        commentId?: string | null;
        codeId?: string | null;
        run?: { id: string; name: string; locationId: string };
        bulkId?: string | null;
        dueAt?: Date | null;
        decision?: 'approved' | 'declined';
        amount?: string;
      } = {},
    ): Promise<NewItem> {
      const createdAt = new Date();
      const { userId } = person;
      const columns = { user_id: userId, event_id: randomUUID(), kind, in_app: true, ticket_id: ticketId };
      const id = await insert('notifications.inbox_items', {
        ...columns,
        actor_id: actorId,
        code_id: codeId,
        ...(run && { run_id: run.id, run_name: run.name, location_id: run.locationId }),
        comment_id: commentId,
        bulk_id: bulkId,
        due_at: dueAt,
        created_at: createdAt,
        ...decision,
      });
      return { id, userId, kind, ticketId, codeId, runId: run?.id ?? null, bulkId, createdAt };
    },
    schedule: (items: NewItem[]): Promise<void> =>
      app.get(Transactions).run((transaction) => app.get(ScheduleMail).schedule(transaction, items)),
    /** Schedules items whose mails are due only when they are released. */
    scheduleHeld: (items: NewItem[]): Promise<void> =>
      app.get(Transactions).run(async (transaction) => {
        await app.get(ScheduleMail).schedule(transaction, items);
        await transaction.query(
          `UPDATE notifications.deliveries SET due_at = now() + interval '1 hour' WHERE user_id = ANY($1)`,
          [items.map(({ userId }) => userId)],
        );
      }),
    release: ({ userId }: { userId: string }): Promise<void> =>
      run(`UPDATE notifications.deliveries SET due_at = now() WHERE user_id = $1 AND state = 'waiting'`, [
        userId,
      ]),
    /** Changes some of a person's settings. */
    async set(
      { userId }: { userId: string },
      {
        kinds = {},
        ...more
      }: Partial<Omit<NotificationSettings, 'kinds'>> & {
        kinds?: Partial<Record<Kind, Preference['email']>>;
      },
    ): Promise<void> {
      const repository = app.get(SettingsRepository, { strict: false });
      await app.get(Transactions).run(async (transaction) => {
        await repository.lock(transaction, userId);
        const current = (await repository.of([userId], transaction)).get(userId);
        if (!current) throw new Error('no settings');
        const chosen = { ...current.kinds };
        for (const kind of allKinds) chosen[kind] = { inApp: true, email: kinds[kind] ?? chosen[kind].email };
        await repository.save(transaction, userId, {
          ...current,
          ...more,
          kinds: chosen,
        });
      });
    },
    /** Resolves once none of a person's due deliveries waits. Returns all of them. */
    async settled({ userId }: { userId: string }): Promise<DeliveryRow[]> {
      await sendUntil(async () =>
        (await deliveries(userId)).every(
          ({ state, due_at: dueAt, retry_at: retryAt }) =>
            state !== 'waiting' || dueAt > new Date() || (retryAt !== null && retryAt > new Date()),
        ),
      );
      return deliveries(userId);
    },
  };
};

export type MailWorld = ReturnType<typeof mailWorldOf>;
