import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { TicketComment } from './ticket-comment.entity.ts';

/** A user whom a comment mentions. */
@Entity({ schema: 'core', name: 'comment_mentions' })
export class CommentMention {
  @PrimaryColumn('uuid', { name: 'comment_id' })
  @ForeignKey(() => TicketComment, { name: 'fk_comment_mentions_comment_id', onDelete: 'CASCADE' })
  commentId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'fk_comment_mentions_user_id', onDelete: 'CASCADE' })
  userId: string;
}
