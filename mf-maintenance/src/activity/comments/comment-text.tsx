import { Fragment } from 'react';
import styles from './comment-text.module.css';
import { linksIn } from './links.ts';
import { type Names, partsOf } from './mentions.ts';

/** The body of a comment: plain text with its line breaks, the names of those it mentions, and links. */
export function CommentText({ body, names }: { body: string; names: Names }) {
  return (
    <p className={styles.text}>
      {partsOf(body, names).map(({ shown, personId }, at) =>
        personId === undefined ? (
          <Links key={at} text={shown} />
        ) : (
          <span key={at} className={styles.mention}>
            {shown}
          </span>
        ),
      )}
    </p>
  );
}

function Links({ text }: { text: string }) {
  return linksIn(text).map(({ text: part, href }, at) =>
    href === undefined ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
