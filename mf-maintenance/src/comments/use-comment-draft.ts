import { useAskBeforeUnload, useDraft } from '@mainstay/web-kit';
import { useState } from 'react';
import { type Draft, draftFor, type Drafts, textIn, textOf } from './draft.ts';

/**
 * The draft of a comment, with what the browser has kept of it since the session ended.
 * @returns the `draft` itself, which is current in callbacks, what is rendered of it, and `keep`, which changes both
 */
export function useCommentDraft(drafts: Drafts, ticketId: string) {
  const draft = draftFor(drafts, ticketId);
  const typed = useDraft('comment', ticketId, () => (draft.body.trim() === '' ? undefined : textOf(draft)));
  const [photos, showPhotos] = useState(draft.photos);
  const [unsent, showUnsent] = useState(draft.unsent);
  const [audience, showAudience] = useState(
    () => Object.assign(draft, typed.draft && textIn(typed.draft)).audience,
  );
  useAskBeforeUnload(true, () => draft.body.trim() !== '' || draft.photos.length > 0);

  return {
    draft,
    photos,
    unsent,
    audience,
    isRestored: typed.isRestored,
    dismiss: typed.dismiss,
    keep: (changes: Partial<Draft>) => {
      Object.assign(draft, changes);
      if (changes.photos) showPhotos(changes.photos);
      if (changes.unsent) showUnsent(changes.unsent);
      if (changes.audience !== undefined) showAudience(changes.audience);
    },
  };
}

export type CommentDraft = ReturnType<typeof useCommentDraft>;
