import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { IntakeReport } from './intake-report.entity.ts';

/** A comment that is the reply of a reporter. */
@Entity({ schema: 'core', name: 'intake_replies' })
export class IntakeReply {
  @PrimaryColumn('uuid', { name: 'comment_id' })
  @ForeignKey(() => TicketComment, { name: 'fk_intake_replies_comment_id', onDelete: 'CASCADE' })
  commentId: string;

  @Column('uuid', { name: 'report_id' })
  @ForeignKey(() => IntakeReport, { name: 'fk_intake_replies_report_id', onDelete: 'CASCADE' })
  reportId: string;
}
