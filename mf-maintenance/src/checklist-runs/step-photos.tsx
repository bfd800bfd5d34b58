import { useId } from 'react';
import { useAddPhoto } from './check-photos.ts';
import { runStrings as strings } from './run-strings.ts';
import { type StepAnswer } from './runs.queries.ts';
import styles from './step-row.module.css';

/** As the service takes them; a phone converts its own kind. */
const TYPES = 'image/jpeg,image/png,image/webp';
const MOST_PHOTOS = 3;

/** The photos of a step, and what adds one, also by the camera of a phone. */
export function StepPhotos({
  runId,
  stepId,
  textId,
  photos,
  isNeeded,
  isDone,
}: {
  runId: string;
  stepId: string;
  /** Of the element that has the text of the step. */
  textId: string;
  photos: StepAnswer['photos'];
  isNeeded: boolean;
  isDone: boolean;
}) {
  const id = useId();
  const add = useAddPhoto(runId, stepId);
  const canAdd = !isDone && photos.length < MOST_PHOTOS;
  return (
    <div className={styles.photos}>
      {photos.map((photo, at) => (
        <a key={photo.id} href={photo.url} target="_blank" rel="noreferrer">
          <img className={styles.photo} src={photo.url} alt={strings.photo(at + 1)} loading="lazy" />
        </a>
      ))}
      {canAdd ? (
        <label className={styles.add} aria-busy={add.isPending}>
          <span id={id}>{add.isPending ? strings.addingPhoto : strings.addPhoto}</span>
          <input
            className={styles.file}
            type="file"
            accept={TYPES}
            disabled={add.isPending}
            aria-labelledby={`${id} ${textId}`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) add.mutate(file);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        </label>
      ) : null}
      {isNeeded && photos.length === 0 && !isDone ? (
        <span className={styles.hint}>{strings.photoNeeded}</span>
      ) : null}
    </div>
  );
}
