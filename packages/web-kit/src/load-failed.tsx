import { Button, EmptyState, WarningOutlined } from '@mainstay/ui/base';
import { useKeptFocus } from './kept-focus.ts';
import { strings } from './strings.ts';

/** Tries again. Once that succeeds it is removed. */
export function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button ref={useKeptFocus()} onClick={onRetry}>
      {strings.retry}
    </Button>
  );
}

/** In place of what could not be loaded: says so, and offers to try again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return <EmptyState icon={<WarningOutlined />} title={title} action={<RetryButton onRetry={onRetry} />} />;
}
