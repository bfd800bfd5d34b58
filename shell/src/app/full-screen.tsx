import { strings } from '../strings.ts';

/** A full-page spinner, identical to the one that index.html shows before any script runs. */
export function FullScreenSpinner() {
  return (
    <div className="boot" role="progressbar" aria-label={strings.loading}>
      <span />
    </div>
  );
}
