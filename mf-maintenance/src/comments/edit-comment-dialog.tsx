import { updateCommentRequest as limits } from '@mainstay/svc-core/limits';
import { Form } from '@mainstay/ui/forms';
import { fieldRules, useDraft } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Comment, timelineQuery } from '../api/timeline.ts';
import { fullName } from '../people/names.ts';
import { etagOf, useEditComment } from './comments.queries.ts';
import { MentionField } from './mention-field.tsx';
import { namesIn, shownBody } from './mentions.ts';
import { commentStrings } from './comment-strings.ts';

/** The form for the text of a comment, with what somebody else changed meanwhile. */
export function EditCommentDialog({
  ticketId,
  comment,
  open,
  onClose,
}: {
  ticketId: string;
  comment: Comment;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const edit = useEditComment(ticketId, comment.id);
  const [names] = useState(() => new Map<string, string>());
  const known = useDraft('names', comment.id, () => (open ? Object.fromEntries(names) : undefined));
  const valuesOf = ({ body, mentions }: Comment) => {
    // A mention that is restored is shown by its name.
    for (const [id, name] of namesIn(known.draft)) names.set(id, name);
    for (const person of mentions) names.set(person.id, fullName(person));
    return { body: body ?? '' };
  };
  return (
    <FormDialog<{ body: string }>
      open={open}
      title={commentStrings.editTitle}
      objectId={comment.id}
      initialValues={valuesOf(comment)}
      edits={{
        read: async () => {
          const lines = await client.query({ ...timelineQuery(ticketId), staleTime: 0 });
          const current = lines.find((line) => line.comment?.id === comment.id)?.comment;
          if (!current) throw new Error(commentStrings.removed);
          return { values: valuesOf(current), etag: etagOf(current) };
        },
        labels: { body: commentStrings.comment },
        show: (_name, value) => (typeof value === 'string' ? shownBody(value, names) : undefined),
      }}
      onSubmit={({ body }, { ifMatch }) => edit.mutateAsync({ body, ifMatch }).then(onClose)}
      onClose={onClose}
    >
      <Form.Item
        name="body"
        label={commentStrings.comment}
        rules={fieldRules(limits.body, commentStrings.comment)}
      >
        <MentionField ticketId={ticketId} names={names} canMention={comment.visibility === 'team'} />
      </Form.Item>
    </FormDialog>
  );
}
