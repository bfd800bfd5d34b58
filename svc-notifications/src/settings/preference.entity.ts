import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Kind } from '../recipients/new-item.ts';
import type { Preference as Ways } from './notification-settings.ts';

/** A row of notifications.preferences: the ways of one kind, for a user who has chosen. */
@Entity({ schema: 'notifications', name: 'preferences', synchronize: false })
export class Preference {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('varchar', { length: 20 })
  kind: Kind;

  @Column('boolean', { name: 'in_app' })
  inApp: boolean;

  @Column('varchar', { length: 6 })
  email: Ways['email'];
}
