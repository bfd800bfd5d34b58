import { CONFIG, execute, PG_POOL, selectRows, type Versioned } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { Any, type EntityManager, type Repository } from 'typeorm';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { type Kind, kinds } from '../recipients/new-item.ts';
import {
  type ChosenSettings,
  DEFAULT_DIGEST_TIME,
  DEFAULT_KINDS,
  type NotificationSettings,
} from './notification-settings.ts';
import { Preference } from './preference.entity.ts';
import { Settings } from './settings.entity.ts';
import { zoneOfBrowser } from './time-zone.ts';

/** `HH:MM` of PostgreSQL's `HH:MM:SS`. */
const toMinutes = (time: string): string => time.slice(0, 5);

const zoneRow = z.object({ userId: z.guid(), timeZone: z.string() });

/** Reads and writes what users have chosen. */
@Injectable()
export class SettingsRepository {
  constructor(
    @InjectRepository(Settings) private readonly settings: Repository<Settings>,
    @InjectRepository(Preference) private readonly preferences: Repository<Preference>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** The settings of each of these users, by their ids; the defaults for those who have chosen nothing. */
  async of(
    userIds: readonly string[],
    within?: EntityManager,
  ): Promise<ReadonlyMap<string, NotificationSettings>> {
    const found = await this.find(userIds, within);
    return new Map([...found].map(([userId, { body }]) => [userId, body]));
  }

  /** A user's settings; their version is 0 until they are saved for the first time. */
  async read(userId: string, within?: EntityManager): Promise<Versioned<NotificationSettings>> {
    const settings = (await this.find([userId], within)).get(userId);
    if (!settings) throw new Error('a user without settings');
    return settings;
  }

  /** Locks a user's settings until the transaction ends, and returns their version. */
  async lock(within: EntityManager, userId: string): Promise<number> {
    const settings = within.withRepository(this.settings);
    // There has to be a row to lock, or two first changes would not wait for each other.
    await settings
      .createQueryBuilder()
      .insert()
      .values({
        userId,
        digestTime: DEFAULT_DIGEST_TIME,
        timeZone: this.config.DEFAULT_TIMEZONE,
        zoneIsChosen: false,
        version: 0,
      })
      .orIgnore()
      .execute();
    const { version } = await settings.findOneOrFail({
      where: { userId },
      lock: { mode: 'pessimistic_write' },
    });
    return version;
  }

  /**
   * Saves a user's settings, which the transaction has locked.
   * @param zone whether the user chose the time zone
   */
  async save(
    within: EntityManager,
    userId: string,
    { kinds: chosen, quietHours, ...settings }: ChosenSettings,
    zone: Partial<Pick<Settings, 'zoneIsChosen'>> = { zoneIsChosen: true },
  ): Promise<void> {
    await within
      .withRepository(this.settings)
      .update(
        { userId },
        { ...settings, ...zone, quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.to ?? null },
      );
    await within.withRepository(this.preferences).upsert(
      kinds.flatMap((kind) => (chosen[kind] ? [{ userId, kind, ...chosen[kind] }] : [])),
      ['userId', 'kind'],
    );
  }

  /** Turns a user's mail about one kind off, as a change of the settings, if it is not off. */
  async turnMailOff(within: EntityManager, userId: string, kind: Kind): Promise<void> {
    await this.lock(within, userId);
    const { body: current } = await this.read(userId, within);
    if (current.kinds[kind].email === 'off') return;
    const ways = { ...current.kinds[kind], email: 'off' as const };
    await this.save(within, userId, { ...current, kinds: { ...current.kinds, [kind]: ways } }, {});
  }

  /**
   * Keeps the time zone of the browser that sent a request, from the cookie that the bell sets. In SQL: one statement,
   * which writes nothing while the zone is the same.
   */
  async keepBrowserZone(userId: string, cookies: unknown): Promise<void> {
    const timeZone = zoneOfBrowser(cookies);
    if (timeZone === null) return;
    await execute(this.pool, {
      name: 'keep-browser-zone',
      text: `INSERT INTO notifications.browser_zones AS b (user_id, time_zone)
             SELECT $1::uuid, $2::text WHERE NOT EXISTS (
               SELECT FROM notifications.browser_zones WHERE user_id = $1::uuid AND time_zone = $2::text)
             ON CONFLICT ON CONSTRAINT pk_browser_zones DO UPDATE SET time_zone = excluded.time_zone`,
      values: [userId, timeZone],
    });
  }

  /**
   * The time zones of users who have chosen none, by their ids: that of their stores if it is one, else that of their
   * browser. In SQL: an aggregate.
   */
  private async zonesOf(
    userIds: readonly string[],
    on: Pool | EntityManager = this.pool,
  ): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await selectRows(on, zoneRow, {
      text: `SELECT "userId", "timeZone" FROM unnest($1::uuid[]) AS asked ("userId"), LATERAL (
               SELECT coalesce(
                 (SELECT min(l.timezone) FROM core.manager_assignments m JOIN core.locations l ON l.id = m.location_id
                  WHERE m.manager_id = "userId" HAVING count(DISTINCT l.timezone) = 1),
                 (SELECT time_zone FROM notifications.browser_zones WHERE user_id = "userId")) AS "timeZone") AS found
             WHERE "timeZone" IS NOT NULL`,
      values: [userIds],
    });
    return new Map(rows.map(({ userId, timeZone }) => [userId, timeZone]));
  }

  private async find(
    userIds: readonly string[],
    within: EntityManager | undefined,
  ): Promise<Map<string, Versioned<NotificationSettings>>> {
    const where = { userId: Any([...userIds]) };
    // The version first: what is saved between the two statements is then newer than the version.
    const rows = await (within?.withRepository(this.settings) ?? this.settings).findBy(where);
    const preferences = await (within?.withRepository(this.preferences) ?? this.preferences).findBy(where);
    const rowOf = new Map(rows.map((row) => [row.userId, row]));
    const chosen = Map.groupBy(preferences, ({ userId }) => userId);
    const zones = await this.zonesOf(
      userIds.filter((id) => rowOf.get(id)?.zoneIsChosen !== true),
      within,
    );
    return new Map(
      userIds.map((id) => {
        const row = rowOf.get(id) ?? null;
        const body = this.settingsOf(row, chosen.get(id) ?? [], zones.get(id));
        return [id, { body, version: row?.version ?? 0 }];
      }),
    );
  }

  /** @param zone until one is chosen */
  private settingsOf(
    row: Settings | null,
    preferences: readonly Preference[],
    zone: string | undefined,
  ): NotificationSettings {
    const chosen = Object.fromEntries(preferences.map(({ kind, inApp, email }) => [kind, { inApp, email }]));
    return {
      kinds: { ...DEFAULT_KINDS, ...chosen },
      quietHours:
        row?.quietFrom && row.quietUntil
          ? { from: toMinutes(row.quietFrom), to: toMinutes(row.quietUntil) }
          : null,
      digestTime: row ? toMinutes(row.digestTime) : DEFAULT_DIGEST_TIME,
      timeZone: zone ?? (row?.zoneIsChosen === true ? row.timeZone : this.config.DEFAULT_TIMEZONE),
      pausedUntil: row?.pausedUntil ?? null,
    };
  }
}
