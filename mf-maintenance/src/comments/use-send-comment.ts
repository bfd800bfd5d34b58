import { type Form } from '@mainstay/ui/forms';
import { isApiError, newIdempotencyKey } from '@mainstay/web-kit';
import { useRef, useState } from 'react';
import { commentStrings } from './comment-strings.ts';
import { useAddComment } from './comments.queries.ts';
import { type Draft } from './draft.ts';
import { shownBody } from './mentions.ts';
import { type CommentDraft } from './use-comment-draft.ts';

type CommentForm = ReturnType<typeof Form.useForm<{ body: string }>>[0];

/** A new key for another comment: a retry of the same one adds one comment. */
function useKeyOfComment() {
  const sent = useRef({ request: '', key: '' });
  return {
    keyOf: (comment: object): string => {
      const request = JSON.stringify(comment);
      if (sent.current.request !== request) sent.current = { request, key: newIdempotencyKey() };
      return sent.current.key;
    },
    forgetKey: () => {
      sent.current = { request: '', key: '' };
    },
  };
}

/** Shows work as under way. */
function usePending() {
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    whilePending: async (work: () => Promise<void>) => {
      setPending(true);
      try {
        await work();
      } finally {
        setPending(false);
      }
    },
  };
}

/**
 * Sends the comment of a draft, once at a time, and then its photos. The form is empty meanwhile, and has it again if that
 * fails, before what was added since.
 * @param upload uploads photos of a comment
 * @param onEnd called when it has been sent, or could not be
 * @returns `send`, `news` for a live region, and `whilePending`, which shows other work as under way
 */
export function useSendComment(
  ticketId: string,
  form: CommentForm,
  { draft, audience, keep, dismiss }: CommentDraft,
  {
    upload,
    onEnd,
  }: { upload: (commentId: string, files: readonly File[]) => Promise<void>; onEnd: () => void },
) {
  const add = useAddComment(ticketId);
  const { keyOf, forgetKey } = useKeyOfComment();
  const { isPending, whilePending } = usePending();
  const [news, setNews] = useState('');
  const isSubmitting = useRef(false);

  const addComment = async (body: string, photos: Draft['photos']) => {
    const comment = { body, ...(audience !== 'team' && { visibility: audience }) };
    const { id } = await add.mutateAsync({ ...comment, idempotencyKey: keyOf(comment) });
    const files = photos.map(({ file }) => file);
    for (const { url } of photos) URL.revokeObjectURL(url);
    forgetKey();
    dismiss();
    setNews(commentStrings.added);
    if (files.length > 0) await upload(id, files);
  };

  const send = async (body: string) => {
    // A second click may come before the next render.
    if (isSubmitting.current) return;
    if (audience !== 'team' && shownBody(body, draft.names) !== body) {
      form.setFields([{ name: 'body', errors: [commentStrings.mentionsNobody[audience]] }]);
      form.focusField('body');
      return;
    }
    isSubmitting.current = true;
    setNews('');
    const { photos } = draft;
    // What is written and chosen from now on is the next one: for the team, unless that is chosen again. The ticket may
    // also be closed and opened again before the response arrives.
    keep({ body: '', photos: [], audience: 'team' });
    form.setFields([{ name: 'body', value: '', errors: [] }]);
    try {
      await whilePending(() => addComment(body, photos));
    } catch (error) {
      // The mutation has shown its toast; the comment stays for a second attempt. What was typed since stays private.
      const isSame = draft.body === '' && draft.audience === 'team';
      const unsent = [body, draft.body].filter(Boolean).join('\n');
      keep({ body: unsent, photos: [...photos, ...draft.photos], ...(isSame && { audience }) });
      form.setFieldValue('body', unsent);
      const errors = isApiError(error) ? error.errors?.['body'] : undefined;
      if (errors) form.setFields([{ name: 'body', errors: [...errors] }]);
    } finally {
      isSubmitting.current = false;
      onEnd();
    }
  };

  return { isPending, news, send, whilePending };
}
