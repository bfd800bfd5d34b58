import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  DeliveriesRepository,
  type NewDelivery,
  type TicketOfPerson,
} from '../deliveries/deliveries.repository.ts';
import { nextDigest, sendAtAfter, sendBulkAt } from '../deliveries/rhythm.ts';
import { undoneOf } from '../recipients/bulks.ts';
import type { NewItem } from '../recipients/new-item.ts';
import type { NotificationSettings } from '../settings/notification-settings.ts';
import { SettingsRepository } from '../settings/settings.repository.ts';
import { MAILER, type Mailer } from './mailer.ts';

/** An item that its user wants by mail. */
type Wanted = Pick<NewItem, 'id' | 'userId' | 'ticketId' | 'codeId' | 'runId' | 'bulkId' | 'createdAt'>;
type Subject = Pick<Wanted, 'userId' | 'ticketId'> & Partial<Pick<Wanted, 'codeId' | 'runId'>>;
type SettingsOf = ReadonlyMap<string, NotificationSettings>;

/** The mail of a person about a change of many tickets. */
interface BulkMail {
  key: string;
  userId: string;
  own: readonly Wanted[];
}

/** No person has digests of so many days that are sent already but still to come. */
const DAYS_AHEAD = 7;

/** Decides which mails follow from new items of the inbox. */
@Injectable()
export class ScheduleMail {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly settings: SettingsRepository,
    @Inject(MAILER) private readonly mailer: Mailer | null,
  ) {}

  /**
   * Schedules the mails of new items, in the transaction that inserts them, by the settings of their users: at once, or
   * with the next digest. At once means in the waiting mail about the same ticket, if there is one; an item about a QR
   * code or a checklist has a mail of its own, and the items of a change of many tickets one for each person, unless it
   * is undone. An item that is already in a mail is not scheduled again. Without a mail server nothing is scheduled.
   */
  async schedule(transaction: EntityManager, items: readonly NewItem[]): Promise<void> {
    if (this.mailer === null || items.length === 0) return;
    const known = await this.deliveries.scheduled(
      transaction,
      items.map(({ id }) => id),
    );
    const settingsOf = await this.settings.of([...new Set(items.map(({ userId }) => userId))], transaction);
    const undone = await undoneOf(
      transaction,
      items.map(({ bulkId }) => bulkId),
    );
    const others = items.filter(
      ({ id, bulkId }) => !known.has(id) && !(bulkId !== null && undone.has(bulkId)),
    );
    const wanted = (when: 'now' | 'digest') =>
      others.filter(({ userId, kind }) => settingsOf.get(userId)?.kinds[kind].email === when);
    const now = new Date();
    const { one = [], many = [] } = Object.groupBy(wanted('now'), ({ bulkId }) =>
      bulkId === null ? 'one' : 'many',
    );
    await this.scheduleAtOnce(transaction, one, settingsOf, now);
    await this.scheduleOfBulks(transaction, many, settingsOf, now);
    await this.scheduleInDigest(transaction, wanted('digest'), settingsOf, now);
  }

  private async scheduleAtOnce(
    transaction: EntityManager,
    items: readonly Wanted[],
    settingsOf: SettingsOf,
    now: Date,
  ): Promise<void> {
    if (items.length === 0) return;
    const groups = Map.groupBy(items, subjectKey);
    const subjects = [...groups.values()].flatMap(([first]) => first ?? []);
    const open = new Map<string, string>();
    for (const { id, ...subject } of await this.deliveries.open(transaction, subjects.flatMap(ticketOf))) {
      if (!open.has(subjectKey(subject))) open.set(subjectKey(subject), id);
    }
    const others = subjects.filter((subject) => !open.has(subjectKey(subject)));
    const last = new Map(
      (await this.deliveries.last(transaction, others.flatMap(ticketOf))).map((row) => [
        subjectKey(row),
        row.last,
      ]),
    );
    const added = await this.deliveries.add(
      transaction,
      others.map((subject) => ({
        key: itemKey(subject),
        userId: subject.userId,
        form: 'ticket',
        ticketId: subject.ticketId,
        sendAt: sendAtAfter(
          last.get(subjectKey(subject)) ?? null,
          now,
          settingsFor(settingsOf, subject.userId),
        ),
      })),
    );
    for (const subject of others) {
      const id = added.get(itemKey(subject));
      if (id !== undefined) open.set(subjectKey(subject), id);
    }
    await this.deliveries.addItems(
      transaction,
      items.flatMap((item) => {
        const deliveryId = open.get(subjectKey(item));
        return deliveryId === undefined ? [] : [{ deliveryId, itemId: item.id }];
      }),
    );
  }

  /** One mail for each person and change of many tickets; what comes once that one is being sent is in another. */
  private async scheduleOfBulks(
    transaction: EntityManager,
    items: readonly Wanted[],
    settingsOf: SettingsOf,
    now: Date,
  ): Promise<void> {
    const add = async (mails: readonly BulkMail[]): Promise<BulkMail[]> => {
      if (mails.length === 0) return [];
      const added = await this.deliveries.add(
        transaction,
        mails.map(({ key, userId }) => {
          const sendAt = sendBulkAt(now, settingsFor(settingsOf, userId));
          return { key, userId, form: 'bulk', ticketId: null, sendAt };
        }),
      );
      const inMails = mails.flatMap(({ key, own }) => {
        const deliveryId = added.get(key);
        return deliveryId === undefined ? [] : own.map(({ id }) => ({ deliveryId, itemId: id }));
      });
      await this.deliveries.addItems(transaction, inMails);
      return mails.filter(({ key }) => !added.has(key));
    };
    const groups = Map.groupBy(items, ({ bulkId, userId }) => `bulk:${bulkId}:${userId}`);
    const late = await add(
      [...groups].flatMap(([key, own]) => own.slice(0, 1).map(({ userId }) => ({ key, userId, own }))),
    );
    await add(late.map(({ own, ...mail }) => ({ ...mail, own, key: own.map(itemKey)[0] ?? mail.key })));
  }

  /** Adds items to the waiting digest of their users, or else to the next one that is not being sent yet. */
  async scheduleInDigest(
    transaction: EntityManager,
    items: readonly Pick<Wanted, 'id' | 'userId'>[],
    settingsOf: SettingsOf,
    now: Date,
  ): Promise<void> {
    const groups = Map.groupBy(items, ({ userId }) => userId);
    for (const { id, userId } of await this.deliveries.openDigests(transaction, [...groups.keys()])) {
      const own = groups.get(userId) ?? [];
      groups.delete(userId);
      await this.deliveries.addItems(
        transaction,
        own.map((item) => ({ deliveryId: id, itemId: item.id })),
      );
    }
    let rest = [...groups].map(([userId, own]) => ({ userId, own, after: now }));
    for (let day = 0; rest.length > 0; day += 1) {
      if (day === DAYS_AHEAD) throw new Error('the digests of a whole week were sent already');
      const digests = rest.map(({ userId, own, after }) => {
        const sendAt = nextDigest(after, settingsFor(settingsOf, userId));
        const key = `digest:${userId}:${sendAt.toISOString()}`;
        const delivery: NewDelivery = { key, userId, form: 'digest', ticketId: null, sendAt };
        return { delivery, own };
      });
      const added = await this.deliveries.add(
        transaction,
        digests.map(({ delivery }) => delivery),
      );
      await this.deliveries.addItems(
        transaction,
        digests.flatMap(({ delivery, own }) => {
          const deliveryId = added.get(delivery.key);
          return deliveryId === undefined ? [] : own.map(({ id }) => ({ deliveryId, itemId: id }));
        }),
      );
      // What comes once a digest is being sent is in the next one.
      rest = digests
        .filter(({ delivery }) => !added.has(delivery.key))
        .map(({ delivery: { userId, sendAt }, own }) => ({ userId, own, after: sendAt }));
    }
  }
}

const subjectKey = ({ userId, ticketId, codeId, runId }: Subject) =>
  `${userId}:${ticketId ?? codeId ?? runId}`;

const ticketOf = ({ userId, ticketId }: Wanted): TicketOfPerson[] =>
  ticketId === null ? [] : [{ userId, ticketId }];

/** A renewed item has another time. */
const itemKey = ({ id, createdAt }: Pick<Wanted, 'id' | 'createdAt'>): string =>
  `item:${id}:${createdAt.toISOString()}`;

function settingsFor(settingsOf: SettingsOf, userId: string): NotificationSettings {
  const settings = settingsOf.get(userId);
  if (!settings) throw new Error(`no settings of ${userId}`);
  return settings;
}
