import { useEffect, useRef, useState } from 'react';
import { shrinkPhoto } from './shrink-photo.ts';

/** How many photos a report may have. */
export const MOST_PHOTOS = 5;

export interface ChosenPhoto {
  id: string;
  /** Small, upright and without metadata. */
  photo: Blob;
  /** For an `<img>`. */
  preview: string;
}

/** Why some files were not taken; cleared by the next choice. */
interface PhotoFaults {
  unreadable: string[];
  tooMany: boolean;
}

const noFaults: PhotoFaults = { unreadable: [], tooMany: false };

export interface ChosenPhotos {
  photos: ChosenPhoto[];
  faults: PhotoFaults;
  /** Some are still being drawn. */
  isPreparing: boolean;
  add: (files: Iterable<Blob>) => Promise<void>;
  /** Adds photos that were drawn before. */
  putBack: (earlier: readonly Blob[]) => void;
  remove: (id: string) => void;
}

const nameOf = (file: Blob): string => (file instanceof File ? file.name : '');

/** The photos chosen on a page, at most `most` of them. One is drawn after the other: each may take 200 MB. */
export function useChosenPhotos(most: number): ChosenPhotos {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const [faults, setFaults] = useState(noFaults);
  const [running, setRunning] = useState(0);
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const mine = previews.current;
    return () => mine.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);

  const forget = (gone: ChosenPhoto[]) => {
    for (const { preview } of gone) {
      URL.revokeObjectURL(preview);
      previews.current.delete(preview);
    }
  };
  const shown = (photo: Blob): ChosenPhoto => {
    const preview = URL.createObjectURL(photo);
    previews.current.add(preview);
    return { id: preview, photo, preview };
  };
  return {
    photos,
    faults,
    isPreparing: running > 0,
    add: async (files) => {
      const chosen = [...files];
      if (chosen.length === 0) return;
      const room = Math.max(0, most - photos.length);
      setFaults({ unreadable: [], tooMany: chosen.length > room });
      setRunning((now) => now + 1);
      for (const file of chosen.slice(0, room)) {
        try {
          const photo = shown(await shrinkPhoto(file));
          setPhotos((all) => [...all, photo].slice(0, most));
        } catch {
          // Whatever went wrong with it, the user has to choose another one.
          setFaults((all) => ({ ...all, unreadable: [...all.unreadable, nameOf(file)] }));
        }
      }
      setRunning((now) => now - 1);
    },
    putBack: (earlier) => {
      if (earlier.length === 0) return;
      const before = earlier.map(shown);
      setPhotos((all) => [...before, ...all].slice(0, most));
    },
    remove: (id) => {
      setPhotos((all) => all.filter((photo) => photo.id !== id));
      forget(photos.filter((photo) => photo.id === id));
    },
  };
}
