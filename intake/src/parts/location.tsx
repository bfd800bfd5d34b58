import { useTexts } from '../texts/language-context.tsx';
import classes from './location.module.css';

interface Props {
  /** Null until it is known. */
  equipment: string | null;
  store: string | null;
  isLoading: boolean;
}

/** What a sticker or a report is about. Its height is the same while it is read, so that nothing moves. */
export function Location({ equipment, store, isLoading }: Props) {
  const { loading } = useTexts();
  return (
    <div className={classes['location']} aria-busy={isLoading}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 21s7-6.200 7-11.500a7 7 0 0 0-14 0C5 14.800 12 21 12 21Z" />
        <circle cx="12" cy="9.500" r="2.500" />
      </svg>
      <p>
        {isLoading ? (
          <>
            <span className={classes['line']}>{loading}</span>
            <span className={classes['line']} aria-hidden="true" />
          </>
        ) : (
          <>
            <strong>{equipment ?? store}</strong>
            {equipment !== null && <span>{store}</span>}
          </>
        )}
      </p>
    </div>
  );
}
