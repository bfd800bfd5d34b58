import { RetryButton } from '@mainstay/web-kit';
import section from './dialog-section.module.css';

/** In place of what a section of a dialog could not load. */
export function SectionFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <p className={section.note} role="alert">
      {problem} <RetryButton onRetry={onRetry} />
    </p>
  );
}
