import { bodyOf, isApiError, useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { attachmentsApi } from '../api/attachments.ts';
import { runStrings as strings } from './run-strings.ts';
import { runQuery } from './runs.queries.ts';

/** As the service stores it: what is larger would only take longer to send. */
const LONGEST_SIDE = 2048;
const QUALITY = 0.82;
const MOST_RETRIES = 4;

/** A smaller JPEG of a picture, also of one that only this device can read; the file itself if it cannot be drawn. */
async function smaller(file: Blob): Promise<Blob> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(image.width * scale)),
      height: Math.max(1, Math.round(image.height * scale)),
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return drawn ?? file;
  } catch {
    // The service says what is wrong with it.
    return file;
  }
}

/** Uploads a photo of a step, and reads the run again. */
export function useAddPhoto(runId: string, stepId: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: async (file: File) => {
      const params = { path: { id: runId } };
      const { id, uploadURL } = await bodyOf(
        attachmentsApi.POST('/api/checklist-runs/{id}/photos', { params, body: { stepId } }),
      );
      const sent = await fetch(uploadURL, { method: 'PUT', body: await smaller(file), credentials: 'omit' });
      if (!sent.ok) throw new Error(`${sent.status}`);
      await attachmentsApi.POST('/api/checklist-runs/{id}/photos/{photoId}/done', {
        params: { path: { id: runId, photoId: id } },
      });
    },
    // The network may be away for a moment, or the phone slept.
    retry: (times, error) => times < MOST_RETRIES && !isApiError(error),
    onSuccess: () => client.invalidateQueries({ queryKey: runQuery(runId).queryKey }),
    onError: (error) => fail((isApiError(error) && error.detail) || strings.photoFailed, error),
  });
}
