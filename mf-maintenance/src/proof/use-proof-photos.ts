import { useFailureToast } from '@mainstay/web-kit';
import { useState } from 'react';
import { usePhotoUploads } from '../attachments/use-photo-uploads.ts';
import { proofStrings as strings } from './proof-strings.ts';

const purposes = ['before', 'after'] as const;

/**
 * The photos that prove that a ticket is done. That from before is asked for only where it is missing.
 * @param missing as the service names it
 * @returns the fields that ask for them; the `problem` while a missing one is not chosen; and `upload`, which sends those
 * that were not sent yet, and rejects after a toast
 */
export function useProofPhotos(ticketId: string, missing: readonly string[]) {
  const { send } = usePhotoUploads(ticketId);
  const fail = useFailureToast();
  const [files, setFiles] = useState<Partial<Record<(typeof purposes)[number], File | undefined>>>({});
  const [sent] = useState(() => new Set<File>());

  const asked = purposes
    .map((purpose) => ({ purpose, isOptional: !missing.includes(`${purpose}Photo`) }))
    .filter(({ purpose, isOptional }) => purpose === 'after' || !isOptional);
  const lacking = asked.find(({ purpose, isOptional }) => !isOptional && !files[purpose]);

  return {
    asked: asked.map(({ purpose, isOptional }) => ({
      label: strings.photos[purpose],
      isOptional,
      onChoose: (file: File | undefined) => setFiles((before) => ({ ...before, [purpose]: file })),
    })),
    problem: lacking && strings.required(strings.photos[lacking.purpose]),
    upload: async () => {
      for (const { purpose } of asked) {
        const file = files[purpose];
        if (!file || sent.has(file)) continue;
        const [failed] = await send({ purpose }, [file]);
        if (failed) {
          fail(failed.problem);
          throw new Error(failed.problem);
        }
        sent.add(file);
      }
    },
  };
}
