import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row of notifications.feed_position. */
@Entity({ schema: 'notifications', name: 'feed_position', synchronize: false })
export class FeedPosition {
  @PrimaryColumn('boolean', { default: true })
  id: true;

  /** All changes up to it became items; null before the first reading. */
  @Column('text', { nullable: true })
  cursor: string | null;
}
