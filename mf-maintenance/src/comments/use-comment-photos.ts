import { useFailureToast } from '@mainstay/web-kit';
import { usePhotoUploads } from '../attachments/use-photo-uploads.ts';
import { commentStrings } from './comment-strings.ts';
import { type ChosenPhoto } from './draft.ts';
import { type CommentDraft } from './use-comment-draft.ts';

/** The photos of a comment: those that will be sent with it, and those that could not be. */
export function useCommentPhotos(ticketId: string, { draft, photos, keep }: CommentDraft) {
  const { maxBytes, send } = usePhotoUploads(ticketId);
  const tellFailure = useFailureToast();

  /** Uploads the photos of a comment that was added. What fails stays in the draft. */
  const upload = async (commentId: string, files: readonly File[]) => {
    const failed = await send({ commentId }, files);
    keep({ unsent: [...draft.unsent, ...failed.map((photo) => ({ ...photo, commentId }))] });
    const [first] = failed;
    if (first) tellFailure(first.problem);
  };

  return {
    upload,
    choose: (files: readonly File[]) => {
      const problemOf = ({ name, size, type }: File) => {
        if (type !== '' && !type.startsWith('image/')) return commentStrings.noPicture(name);
        return size > maxBytes ? commentStrings.tooLarge(name, maxBytes) : undefined;
      };
      const [problem] = files.map(problemOf).filter((each) => each !== undefined);
      if (problem) tellFailure(problem);
      const chosen = files
        .filter((file) => !problemOf(file))
        .map((file) => ({ file, url: URL.createObjectURL(file) }));
      keep({ photos: [...photos, ...chosen] });
    },
    remove: (photo: ChosenPhoto) => {
      URL.revokeObjectURL(photo.url);
      keep({ photos: photos.filter((other) => other !== photo) });
    },
    /** Uploads again what could not be uploaded. */
    retry: async () => {
      const again = draft.unsent;
      keep({ unsent: [] });
      for (const commentId of new Set(again.map((photo) => photo.commentId))) {
        await upload(
          commentId,
          again.filter((photo) => photo.commentId === commentId).map(({ file }) => file),
        );
      }
    },
  };
}
