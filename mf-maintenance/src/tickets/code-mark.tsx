import { strings } from '../strings.ts';
import styles from './card-facts.module.css';
import { CodeIcon } from './code-icon.tsx';

/** Marks a ticket that was reported by QR code, in words for screen readers and as a tooltip. */
export function CodeMark() {
  return (
    <span className={styles.fact} role="img" aria-label={strings.report.title} title={strings.report.title}>
      <CodeIcon />
    </span>
  );
}
