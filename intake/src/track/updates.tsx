import { type TrackUpdate } from '../api/intake-types.ts';
import { useLanguage } from '../texts/language-context.tsx';
import { formatMoment } from '../texts/moments.ts';
import { useTrackTexts } from '../texts/track-texts.ts';
import classes from './updates.module.css';

/** What happened to a report, as the service lists it: changes of its state, and words. */
export function Updates({ updates }: { updates: readonly TrackUpdate[] }) {
  const texts = useTrackTexts();
  const language = useLanguage();
  if (updates.length === 0) return <small>{texts.noUpdates}</small>;
  return (
    <ul className={classes['updates']}>
      {updates.map(({ at, state, body }, index) => (
        <li key={`${at} ${index}`}>
          <small>
            <time dateTime={at}>{formatMoment(at, language)}</time>
          </small>
          {state !== undefined && <p className={classes['state']}>{texts.states[state]}</p>}
          {body !== undefined && <blockquote>{body}</blockquote>}
        </li>
      ))}
    </ul>
  );
}
