import { Badge, Button } from '@mainstay/ui/base';
import { Moment } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type Comment } from '../../api/timeline.ts';
import { fullName } from '../../people/names.ts';
import { strings } from '../../strings.ts';
import styles from './comment-entry.module.css';
import { CommentText } from './comment-text.tsx';
import { etagOf, useDeleteComment } from './comments.queries.ts';
import { EditCommentDialog } from './edit-comment-dialog.tsx';
import { shownBody } from './mentions.ts';

/** Whose comments have Edit and Delete: the author's own, and for an administrator Delete of all. */
export interface Reader {
  id: string;
  role: 'admin' | 'district_manager';
}

/** A comment with its author, text and photos. */
export function CommentEntry({
  ticketId,
  comment,
  now,
  user,
  children,
}: {
  ticketId: string;
  comment: Comment;
  now: Date;
  user: Reader;
  /** Its photos. */
  children: ReactNode;
}) {
  const { author, body, visibility } = comment;
  const name = nameOf(comment);
  const names = useMemo(
    () => new Map(comment.mentions.map((person) => [person.id, fullName(person)])),
    [comment.mentions],
  );
  const isForReporter = visibility === 'reporter' && !isByReporter(comment);
  const headId = useId();
  return (
    <div className={styles.bubble}>
      <p className={styles.head} id={headId}>
        <strong className={styles.author}>{name}</strong>
        <span className={styles.when}>
          <Moment at={comment.createdAt} now={now} />
        </span>
        {comment.editedAt !== null && body !== null ? (
          <span className={styles.when}>{strings.comments.edited}</span>
        ) : null}
        {isForReporter ? <Badge variant="outline">{strings.comments.forReporter}</Badge> : null}
      </p>
      {body === null ? (
        <p className={styles.removed}>{strings.comments.removed}</p>
      ) : (
        <>
          <CommentText body={body} names={names} />
          {children}
          <Actions
            ticketId={ticketId}
            comment={comment}
            shown={shownBody(body, names)}
            headId={headId}
            canEdit={author?.id === user.id}
            canDelete={author?.id === user.id || user.role === 'admin'}
          />
        </>
      )}
    </div>
  );
}

const isByReporter = ({ author, via }: Comment): boolean => !author && via === 'qr';

/** Whose initials stand beside a comment. */
export const pictureOf = (comment: Comment): string =>
  isByReporter(comment) ? strings.report.reporter : nameOf(comment);

/** The name of somebody without an account is marked: it may be that of a colleague. */
function nameOf(comment: Comment): string {
  const { author, authorName } = comment;
  if (author) return fullName(author);
  if (authorName !== null) return strings.comments.signedAs(authorName);
  return isByReporter(comment) ? strings.activity.reporter : strings.comments.formerEmployee;
}

function Actions({
  ticketId,
  comment,
  shown,
  headId,
  canEdit,
  canDelete,
}: {
  ticketId: string;
  comment: Comment;
  shown: string;
  headId: string;
  canEdit: boolean;
  canDelete: boolean;
}) {
  const remove = useDeleteComment(ticketId, comment.id);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const close = () => setAsks(undefined);
  if (!canDelete) return null;
  const button = {
    type: 'text',
    size: 'small',
    className: styles.action,
    'aria-describedby': headId,
  } as const;
  return (
    <div className={styles.actions}>
      {canEdit ? (
        <Button {...button} onClick={() => setAsks('edit')}>
          {strings.comments.edit}
        </Button>
      ) : null}
      <Button {...button} onClick={() => setAsks('delete')}>
        {strings.delete}
      </Button>
      <EditCommentDialog ticketId={ticketId} comment={comment} open={asks === 'edit'} onClose={close} />
      <ConfirmDialog
        open={asks === 'delete'}
        title={strings.comments.deleteTitle}
        prompt={strings.comments.deletePrompt}
        subject={shown}
        onConfirm={() => remove.mutateAsync(etagOf(comment)).then(close)}
        onClose={close}
      />
    </div>
  );
}
