import { LinkedText } from '@mainstay/web-kit/forms';
import styles from './comment-text.module.css';
import { type Names, partsOf } from './mentions.ts';

/** The body of a comment: plain text with its line breaks, the names of those it mentions, and links. */
export function CommentText({ body, names }: { body: string; names: Names }) {
  return (
    <p className={styles.text}>
      {partsOf(body, names).map(({ shown, personId }, at) =>
        personId === undefined ? (
          <LinkedText key={at} text={shown} />
        ) : (
          <span key={at} className={styles.mention}>
            {shown}
          </span>
        ),
      )}
    </p>
  );
}
