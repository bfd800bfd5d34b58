import { CONFIG } from '@mainstay/service-kit';
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
    const where = { userId: Any([...userIds]) };
    const rows = await this.settingsIn(within).findBy(where);
    const preferences = await this.preferencesIn(within).findBy(where);
    const rowOf = new Map(rows.map((row) => [row.userId, row]));
    const chosen = Map.groupBy(preferences, ({ userId }) => userId);
    return new Map(userIds.map((id) => [id, this.settingsFrom(rowOf.get(id) ?? null, chosen.get(id) ?? [])]));
  }

  /** The version of a user's settings: 0 until they are saved for the first time. */
  async version(userId: string, within?: EntityManager): Promise<number> {
    return (await this.settingsIn(within).findOneBy({ userId }))?.version ?? 0;
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
    await this.savePreferences(
      within,
      kinds.map((kind) => ({ userId, kind, ...chosen[kind] })),
    );
  }

  /** Turns a user's mail about one kind off, as a change of the settings. */
  async turnMailOff(within: EntityManager, userId: string, kind: Kind): Promise<void> {
    await this.lock(within, userId);
    const current = (await this.of([userId], within)).get(userId);
    if (!current) throw new Error('a user without settings');
    const ways = { ...current.kinds[kind], email: 'off' as const };
    await this.save(within, userId, { ...current, kinds: { ...current.kinds, [kind]: ways } });
  }

  private async savePreferences(within: EntityManager, preferences: Preference[]): Promise<void> {
    await within.withRepository(this.preferences).upsert(preferences, ['userId', 'kind']);
  }

  private settingsFrom(row: Settings | null, preferences: readonly Preference[]): NotificationSettings {
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

  private settingsIn(within: EntityManager | undefined): Repository<Settings> {
    return within?.withRepository(this.settings) ?? this.settings;
  }

  private preferencesIn(within: EntityManager | undefined): Repository<Preference> {
    return within?.withRepository(this.preferences) ?? this.preferences;
  }
}
