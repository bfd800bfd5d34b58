import { useEffect, useEffectEvent, useState } from 'react';
import { type ChosenPhotos } from '../photos/chosen-photos.ts';
import { readDraftPhotos, writeDraftPhotos } from '../drafts/draft-photos.ts';

/**
 * Keeps the chosen photos for a reload and a change of the language, and puts those back that were chosen before it.
 * @param returned the photos of a report that was refused: they are put back if none were chosen since
 */
export function useDraftPhotos(code: string, chosen: ChosenPhotos, returned: readonly Blob[]): void {
  const [isRead, setRead] = useState(false);
  const { photos } = chosen;
  const putBack = useEffectEvent((earlier: readonly Blob[] | undefined) => {
    chosen.putBack(earlier ?? returned);
    setRead(true);
  });
  useEffect(() => void readDraftPhotos(code).then((earlier) => putBack(earlier)), [code]);
  /** Until something was chosen there is nothing to be kept. */
  const [isKept, setKept] = useState(false);
  if (photos.length > 0 && !isKept) setKept(true);
  useEffect(() => {
    if (isRead && isKept) {
      void writeDraftPhotos(
        code,
        photos.map(({ photo }) => photo),
      );
    }
  }, [code, isRead, isKept, photos]);
}
