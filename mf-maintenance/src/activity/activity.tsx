import { Button, Placeholder } from '@mainstay/ui/base';
import {
  CalendarOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
  UploadOutlined,
} from '@mainstay/ui/core';
import { Moment, useNow } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { CommentEntry, type Reader } from './comments/comment-entry.tsx';
import { type Drafts, type PhotoUploads } from './comments/draft.ts';
import { NewComment } from './comments/new-comment.tsx';
import section from '../dialog-section.module.css';
import { SectionFailed } from '../section-failed.tsx';
import { strings } from '../strings.ts';
import styles from './activity.module.css';
import { type Comment, type TimelineLine, timelineQuery } from '../api/timeline.ts';
import { actorOf, deedOf } from './words.ts';

export interface ActivityProps {
  ticketId: string;
  user: Reader;
  /** Whether somebody reported the ticket by QR code, and reads comments for them. */
  hasReporter: boolean;
  /** Comments that were written and not sent. */
  drafts: Drafts;
  uploads: PhotoUploads;
  /** Shows the files of a comment. */
  renderPhotos: (photos: Comment['attachments']) => ReactNode;
  titleId: string;
}

/** The newest lines are shown at once, the others on demand. */
const NEWEST = 20;

/** The lines of a ticket, oldest first, and the field for a comment. */
export function Activity(props: ActivityProps) {
  const { ticketId, titleId } = props;
  const timeline = useQuery(timelineQuery(ticketId));
  const [isCommentsOnly, setCommentsOnly] = useState(false);
  return (
    <>
      <Switch titleId={titleId} isCommentsOnly={isCommentsOnly} onChange={setCommentsOnly} />
      {timeline.isPending ? <Placeholder height="120px" /> : null}
      {timeline.isLoadingError ? (
        <SectionFailed problem={strings.activity.loadFailed} onRetry={() => void timeline.refetch()} />
      ) : null}
      {timeline.data ? (
        <Lines
          {...props}
          key={String(isCommentsOnly)}
          lines={timeline.data.filter(({ kind }) => !isCommentsOnly || kind === 'commented')}
        />
      ) : null}
      <NewComment {...props} key={ticketId} />
    </>
  );
}

/** Switches between all lines and comments. */
function Switch({
  titleId,
  isCommentsOnly,
  onChange,
}: {
  titleId: string;
  isCommentsOnly: boolean;
  onChange: (isCommentsOnly: boolean) => void;
}) {
  const name = useId();
  const choices = [
    { label: strings.activity.all, value: false },
    { label: strings.activity.commentsOnly, value: true },
  ];
  return (
    <div className={styles.switch} role="radiogroup" aria-labelledby={titleId}>
      {choices.map(({ label, value }) => (
        <label key={label} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={value === isCommentsOnly}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

function Lines({
  ticketId,
  lines,
  user,
  renderPhotos,
  titleId,
}: Pick<ActivityProps, 'ticketId' | 'user' | 'renderPhotos' | 'titleId'> & {
  lines: readonly TimelineLine[];
}) {
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  /** The lines that are not shown: lines that are added later do not hide others. */
  const [hidden, setHidden] = useState(Math.max(0, lines.length - NEWEST));
  if (lines.length === 0) return <p className={section.note}>{strings.comments.none}</p>;
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
          {strings.activity.earlier(hidden)}
        </Button>
      ) : null}
      <ol ref={list} className={styles.lines} aria-labelledby={titleId} tabIndex={-1}>
        {lines.slice(hidden).map((line) => (
          <li key={line.id} className={styles.line} data-kind={line.comment ? 'comment' : 'event'}>
            {line.comment ? (
              <CommentEntry ticketId={ticketId} comment={line.comment} now={now} user={user}>
                {line.comment.attachments.length > 0 ? renderPhotos(line.comment.attachments) : null}
              </CommentEntry>
            ) : (
              <Event line={line} now={now} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
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

function Event({ line, now }: { line: TimelineLine; now: Date }) {
  const Icon = icons[line.kind] ?? EditOutlined;
  return (
    <div className={styles.event}>
      <span className={styles.mark}>
        <Icon />
      </span>
      <p className={styles.words}>
        <strong className={styles.actor}>{actorOf(line)}</strong> {deedOf(line)}{' '}
        <span className={styles.when}>
          <Moment at={line.at} now={now} />
        </span>
      </p>
    </div>
  );
}
