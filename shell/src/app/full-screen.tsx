import { strings } from '../strings.ts';

/** The whole page waits; the same picture that index.html shows before any script has come. */
export function FullScreenSpinner() {
  return (
    <div className="boot" role="progressbar" aria-label={strings.loading}>
      <span />
    </div>
  );
}
