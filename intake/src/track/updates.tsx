import { type TrackUpdate } from '../api/intake-types.ts';
import { useLanguage, useTexts } from '../texts/language-context.tsx';
import { formatMoment } from '../texts/moments.ts';
import classes from './updates.module.css';

/** What happened to a report, as the service lists it: changes of its state, and words. */
export function Updates({ updates }: { updates: readonly TrackUpdate[] }) {
  const { track: texts } = useTexts();
  const language = useLanguage();
  if (updates.length === 0) return <p className={classes['none']}>{texts.noUpdates}</p>;
  return (
    <ul className={classes['updates']}>
      {updates.map(({ at, state, body }, index) => (
        <li key={`${at} ${index}`}>
          <time dateTime={at}>{formatMoment(at, language)}</time>
          {state !== undefined && <p className={classes['state']}>{texts.states[state]}</p>}
          {body !== undefined && <p className={classes['body']}>{body}</p>}
        </li>
      ))}
    </ul>
  );
}
