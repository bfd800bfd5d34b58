import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of notifications.settings, for a user who has chosen. Times of day are `HH:MM:SS`. */
@Entity({ schema: 'notifications', name: 'settings', synchronize: false })
export class Settings {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** Null if and only if the end is. */
  @Column({ type: 'time', name: 'quiet_from', precision: 0, nullable: true })
  quietFrom: string | null;

  @Column({ type: 'time', name: 'quiet_until', precision: 0, nullable: true })
  quietUntil: string | null;

  @Column({ type: 'time', name: 'digest_time', precision: 0 })
  digestTime: string;

  @Column('varchar', { name: 'time_zone', length: 64 })
  timeZone: string;

  /** Whether the user chose the time zone; another one is used until then. */
  @Column('boolean', { name: 'zone_is_chosen', default: true })
  zoneIsChosen: boolean;

  @Column({ type: 'timestamptz', name: 'paused_until', precision: 3, nullable: true })
  pausedUntil: Date | null;

  /** Incremented by the database with each update; 0 until the first one. Used as the entity tag. */
  @Column({ type: 'integer', default: 1, update: false })
  version: number;
}
