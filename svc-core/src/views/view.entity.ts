import { Column, Entity, ForeignKey } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { ViewResponse } from './views.schemas.ts';

/** Filters of a list under a name. */
@Entity({ schema: 'core', name: 'views' })
export class View extends VersionedRow {
  @Column({ type: 'uuid', name: 'owner_id', update: false })
  @ForeignKey(() => User, { name: 'fk_views_owner_id', onDelete: 'CASCADE' })
  ownerId: string;

  @Column('varchar', { length: 60 })
  name: string;

  @Column('varchar', { length: 20 })
  screen: ViewResponse['screen'];

  /** That of the screen's address. */
  @Column('varchar', { length: 2000 })
  query: string;

  /** Whether everybody sees it. */
  @Column('boolean', { default: false })
  shared: boolean;
}
