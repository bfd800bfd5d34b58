import { Button } from '@mainstay/ui/base';
import { useKeptFocus } from '@mainstay/web-kit';
import section from './dialog-section.module.css';
import { strings } from './strings.ts';

/** In place of what a section of a dialog could not load. */
export function SectionFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  const ref = useKeptFocus();
  return (
    <p className={section.note} role="alert">
      {problem} <Button ref={ref} onClick={onRetry}>
        {strings.page.retry}
      </Button>
    </p>
  );
}
