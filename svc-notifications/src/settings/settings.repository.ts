import { CONFIG, type Versioned } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, type EntityManager, type Repository } from 'typeorm';
import type { Config } from '../config.ts';
import { type Kind, kinds } from '../inbox/new-item.ts';
import { DEFAULT_DIGEST_TIME, DEFAULT_KINDS, type NotificationSettings } from './notification-settings.ts';
import { Preference } from './preference.entity.ts';
import { Settings } from './settings.entity.ts';

/** `HH:MM` of PostgreSQL's `HH:MM:SS`. */
const toMinutes = (time: string): string => time.slice(0, 5);

/** Reads and writes what users have chosen. */
@Injectable()
export class SettingsRepository {
  constructor(
    @InjectRepository(Settings) private readonly settings: Repository<Settings>,
    @InjectRepository(Preference) private readonly preferences: Repository<Preference>,
    @Inject(CONFIG) private readonly config: Config,
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
      .values({ userId, digestTime: DEFAULT_DIGEST_TIME, timeZone: this.config.DEFAULT_TIMEZONE, version: 0 })
      .orIgnore()
      .execute();
    const { version } = await settings.findOneOrFail({
      where: { userId },
      lock: { mode: 'pessimistic_write' },
    });
    return version;
  }

  /** Saves all of a user's settings, which the transaction has locked. */
  async save(
    within: EntityManager,
    userId: string,
    { kinds: chosen, quietHours, ...settings }: NotificationSettings,
  ): Promise<void> {
    await within
      .withRepository(this.settings)
      .update(
        { userId },
        { ...settings, quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.to ?? null },
      );
    await within.withRepository(this.preferences).upsert(
      kinds.map((kind) => ({ userId, kind, ...chosen[kind] })),
      ['userId', 'kind'],
    );
  }

  /** Turns a user's mail about one kind off, as a change of the settings, if it is not off. */
  async turnMailOff(within: EntityManager, userId: string, kind: Kind): Promise<void> {
    await this.lock(within, userId);
    const { body: current } = await this.read(userId, within);
    if (current.kinds[kind].email === 'off') return;
    const ways = { ...current.kinds[kind], email: 'off' as const };
    await this.save(within, userId, { ...current, kinds: { ...current.kinds, [kind]: ways } });
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
    return new Map(
      userIds.map((id) => {
        const row = rowOf.get(id) ?? null;
        return [id, { body: this.settingsOf(row, chosen.get(id) ?? []), version: row?.version ?? 0 }];
      }),
    );
  }

  private settingsOf(row: Settings | null, preferences: readonly Preference[]): NotificationSettings {
    const chosen = Object.fromEntries(preferences.map(({ kind, inApp, email }) => [kind, { inApp, email }]));
    return {
      kinds: { ...DEFAULT_KINDS, ...chosen },
      quietHours:
        row?.quietFrom && row.quietUntil
          ? { from: toMinutes(row.quietFrom), to: toMinutes(row.quietUntil) }
          : null,
      digestTime: row ? toMinutes(row.digestTime) : DEFAULT_DIGEST_TIME,
      timeZone: row?.timeZone ?? this.config.DEFAULT_TIMEZONE,
      pausedUntil: row?.pausedUntil ?? null,
    };
  }
}
