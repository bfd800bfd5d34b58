import { Avatar, Button, Placeholder } from '@mainstay/ui/base';
import {
  CalendarOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
  UploadOutlined,
} from '@mainstay/ui/core';
import { Timeline } from '@mainstay/ui/timeline';
import { currencyQuery, Moment, useNow } from '@mainstay/web-kit';
import { DialogField, LinkedText } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { Photos } from '../attachments/photos.tsx';
import { CommentEntry, pictureOf, type Reader } from '../comments/comment-entry.tsx';
import { CommentText } from '../comments/comment-text.tsx';
import { useUnsentComments } from '../comments/comments.queries.ts';
import { draftFor, type Drafts } from '../comments/draft.ts';
import { NewComment } from '../comments/new-comment.tsx';
import { Initials } from '../people/initials.tsx';
import section from '../parts/dialog-section.module.css';
import { SectionFailed } from '../parts/section-failed.tsx';
import styles from './activity.module.css';
import { type TimelineLine, timelineQuery } from '../api/timeline.ts';
import { UndoBulk, useUndoable } from '../bulk-changes/undo-bulk.tsx';
import { actorOf, deedOf } from './words.ts';
import { activityStrings } from './activity-strings.ts';
import { commentStrings } from '../comments/comment-strings.ts';

export interface ActivityProps {
  ticketId: string;
  /** The time zone of its store. */
  zone: string;
  user: Reader;
  /** Whether somebody reported the ticket by QR code, and reads comments for them. */
  hasReporter: boolean;
  /** Whether a vendor has the ticket, and reads comments for them. */
  hasVendor: boolean;
  /** Comments that were written and not sent. */
  drafts: Drafts;
  isCommentsOnly: boolean;
}

/** The newest lines are shown at once, the others on demand. */
const NEWEST = 20;

/** The lines of a ticket, oldest first, and the field for a comment. */
export function Activity({ isCommentsOnly, ...props }: ActivityProps) {
  const { ticketId } = props;
  const timeline = useQuery(timelineQuery(ticketId));
  return (
    <>
      {timeline.isPending ? <Placeholder height="120px" /> : null}
      {timeline.isLoadingError ? (
        <SectionFailed problem={activityStrings.loadFailed} onRetry={() => void timeline.refetch()} />
      ) : null}
      {timeline.data ? (
        <Lines
          {...props}
          key={String(isCommentsOnly)}
          lines={timeline.data.filter(({ kind }) => !isCommentsOnly || kind === 'commented')}
        />
      ) : null}
      <Unsent {...props} />
      <DialogField>
        <NewComment {...props} key={ticketId} />
      </DialogField>
    </>
  );
}

function Lines({
  ticketId,
  zone,
  lines,
  user,
}: Pick<ActivityProps, 'ticketId' | 'zone' | 'user'> & {
  lines: readonly TimelineLine[];
}) {
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  /** The lines that are not shown: lines that are added later do not hide others. */
  const [hidden, setHidden] = useState(Math.max(0, lines.length - NEWEST));
  const undoable = useUndoable(ticketId, user.id, lines);
  if (lines.length === 0) return <p className={section.note}>{commentStrings.none}</p>;
  return (
    <>
      {hidden > 0 ? (
        <Button
          className={styles.earlier}
          onClick={() => {
            setHidden(0);
            list.current?.focus();
          }}
        >
          {activityStrings.earlier(hidden)}
        </Button>
      ) : null}
      <div ref={list} className={styles.lines} tabIndex={-1}>
        <Timeline
          aria-label={activityStrings.title}
          items={lines.slice(hidden).map((line) => ({
            key: line.id,
            icon: <Mark line={line} />,
            content: line.comment ? (
              <CommentEntry ticketId={ticketId} comment={line.comment} zone={zone} now={now} user={user}>
                {line.comment.attachments.length > 0 ? (
                  <Photos ticketId={ticketId} photos={line.comment.attachments} />
                ) : null}
              </CommentEntry>
            ) : (
              <Event line={line} zone={zone} now={now}>
                {line.id === undoable?.lineId ? <UndoBulk id={undoable.bulkId} /> : null}
              </Event>
            ),
          }))}
        />
      </div>
    </>
  );
}

/** The comments that are being sent, below the lines. */
function Unsent({ ticketId, drafts }: Pick<ActivityProps, 'ticketId' | 'drafts'>) {
  const { names } = draftFor(drafts, ticketId);
  return useUnsentComments(ticketId).map((body, at) => (
    <div key={at} className={styles.unsent} aria-busy>
      <CommentText body={body} names={names} />
      <span className={styles.when}>{commentStrings.pending}</span>
    </div>
  ));
}

/** Icons that are not the pencil. */
const icons: Readonly<Partial<Record<string, ComponentType>>> = {
  created: PlusOutlined,
  paused: CalendarOutlined,
  resumed: CalendarOutlined,
  overdue: CalendarOutlined,
  escalated: CalendarOutlined,
  attached: UploadOutlined,
  detached: DeleteOutlined,
};

/** The initials of who commented, or what was done as an icon. */
function Mark({ line: { kind, comment } }: { line: TimelineLine }) {
  if (comment) return <Initials name={pictureOf(comment)} size={32} />;
  const Icon = icons[kind] ?? EditOutlined;
  return <Avatar className={styles.mark ?? ''} size={32} icon={<Icon />} />;
}

/** @param children what can be done about it */
function Event({
  line,
  zone,
  now,
  children,
}: {
  line: TimelineLine;
  zone: string;
  now: Date;
  children: ReactNode;
}) {
  const { data: currency = 'USD' } = useQuery(currencyQuery);
  return (
    <p className={styles.words}>
      <strong>{actorOf(line)}</strong> <LinkedText text={deedOf(line, { currency, zone })} />{' '}
      <span className={styles.when}>
        <Moment at={line.at} now={now} zone={zone} />
      </span>
      {children}
    </p>
  );
}
