import { type TrackedState } from '../api/intake-types.ts';
import { useTrackTexts } from '../texts/track-texts.ts';
import classes from './progress-steps.module.css';

const steps: readonly TrackedState[] = ['received', 'working', 'fixed'];

/** How far a report is: each of its three states, and which of them is reached. */
export function ProgressSteps({ state }: { state: TrackedState }) {
  const texts = useTrackTexts();
  const reached = steps.indexOf(state);
  return (
    <ol className={classes['steps']}>
      {steps.map((step, at) => (
        <li
          key={step}
          data-reached={at <= reached}
          aria-current={at === reached ? 'step' : undefined}
          data-state={step}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            {at < reached || state === 'fixed' ? (
              <path d="m6.500 12.500 4 4 7-8" />
            ) : (
              <circle cx="12" cy="12" r="4" />
            )}
          </svg>
          <span>{texts.states[step]}</span>
        </li>
      ))}
    </ol>
  );
}
