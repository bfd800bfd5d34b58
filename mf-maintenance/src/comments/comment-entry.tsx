import { Badge, Button } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Typography } from '@mainstay/ui/content';
import { Moment } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type Comment } from '../api/timeline.ts';
import { fullName } from '../people/names.ts';
import { strings } from '../strings.ts';
import styles from './comment-entry.module.css';
import { CommentText } from './comment-text.tsx';
import { etagOf, useDeleteComment } from './comments.queries.ts';
import { EditCommentDialog } from './edit-comment-dialog.tsx';
import { shownBody } from './mentions.ts';
import { commentStrings } from './comment-strings.ts';

/** Whose comments have Edit and Delete: the author's own, and for an administrator Delete of all. */
export interface Reader {
  id: string;
  role: 'admin' | 'district_manager';
}

/** A comment with its author, text and photos. */
export function CommentEntry({
  ticketId,
  comment,
  zone,
  now,
  user,
  children,
}: {
  ticketId: string;
  comment: Comment;
  /** The time zone of the store. */
  zone: string;
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
    <div className={styles.comment}>
      <p className={styles.head} id={headId}>
        <strong>{name}</strong>
        <Typography.Text type="secondary" className={styles.when}>
          <Moment at={comment.createdAt} now={now} zone={zone} />
          {comment.editedAt !== null && body !== null ? ` · ${commentStrings.edited}` : null}
        </Typography.Text>
        {isForReporter ? <Badge variant="outline">{commentStrings.forReporter}</Badge> : null}
        {visibility === 'vendor' && author ? (
          <Badge variant="outline">{commentStrings.forVendor}</Badge>
        ) : null}
      </p>
      {body === null ? (
        <Typography.Text type="secondary" italic>
          {commentStrings.removed}
        </Typography.Text>
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
  if (authorName !== null) return commentStrings.signedAs(authorName);
  return isByReporter(comment) ? commentStrings.reporter : commentStrings.formerEmployee;
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
    'aria-describedby': headId,
    'aria-haspopup': 'dialog',
  } as const;
  return (
    <div className={styles.actions}>
      {canEdit ? (
        <Button
          {...button}
          icon={<EditOutlined />}
          aria-label={commentStrings.edit}
          onClick={() => setAsks('edit')}
        />
      ) : null}
      <Button
        {...button}
        icon={<DeleteOutlined />}
        aria-label={strings.delete}
        onClick={() => setAsks('delete')}
      />
      <EditCommentDialog ticketId={ticketId} comment={comment} open={asks === 'edit'} onClose={close} />
      <ConfirmDialog
        open={asks === 'delete'}
        title={commentStrings.deleteTitle}
        prompt={commentStrings.deletePrompt}
        subject={shown}
        onConfirm={() => remove.mutateAsync(etagOf(comment)).then(close)}
        onClose={close}
      />
    </div>
  );
}
