import { Button } from '@mainstay/ui/base';
import { Alert, CloseOutlined } from '@mainstay/ui/core';
import { strings } from '../strings.ts';
import styles from './chosen-photos.module.css';
import { type ChosenPhoto, type UnsentPhoto } from './draft.ts';
import { commentStrings } from './comment-strings.ts';

/** The photos that will be sent with a comment. Renders nothing without any. */
export function ChosenPhotos({
  photos,
  onRemove,
}: {
  photos: readonly ChosenPhoto[];
  onRemove: (photo: ChosenPhoto) => void;
}) {
  if (photos.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label={commentStrings.chosenPhotos}>
      {photos.map((photo) => (
        <li key={photo.url} className={styles.item}>
          <img className={styles.photo} src={photo.url} alt={photo.file.name} />
          <Button
            className={styles.remove ?? ''}
            shape="circle"
            size="small"
            icon={<CloseOutlined />}
            aria-label={commentStrings.removePhoto(photo.file.name)}
            onClick={() => onRemove(photo)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The photos of comments that were added without them. Renders nothing without any. */
export function UnsentPhotos({
  photos,
  isPending,
  onRetry,
  onDiscard,
}: {
  photos: readonly UnsentPhoto[];
  isPending: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  if (photos.length === 0) return null;
  return (
    <Alert
      className={styles.unsent ?? ''}
      type="error"
      role="group"
      aria-label={commentStrings.unsentPhotos}
      title={commentStrings.unsentPhotos}
      description={
        <>
          <ul className={styles.problems}>
            {photos.map(({ file, problem }, at) => (
              <li key={at}>
                <strong>{file.name}</strong> {problem}
              </li>
            ))}
          </ul>
          <Button disabled={isPending} onClick={onRetry}>
            {strings.page.retry}
          </Button>
          <Button type="text" disabled={isPending} onClick={onDiscard}>
            {commentStrings.discardPhotos}
          </Button>
        </>
      }
    />
  );
}
