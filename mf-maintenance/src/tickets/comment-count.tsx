import { strings } from '../strings.ts';
import styles from './card-facts.module.css';

/** The number of a ticket's comments; nothing if there are none. */
export function CommentCount({ count }: { count: number }) {
  if (count === 0) return null;
  const label = strings.tickets.comments(count);
  return (
    <span className={styles.fact} role="img" aria-label={label} title={label}>
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
        <path
          d="M2.5 3h11v8H7l-3 2.5V11H2.5z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      {strings.page.count(count)}
    </span>
  );
}
