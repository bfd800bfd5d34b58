import { Button, EmptyState, WarningOutlined } from '@mainstay/ui/base';
import { useKeptFocus } from './kept-focus.ts';
import { strings } from './strings.ts';

/** In place of what could not be loaded: says so, and offers to try again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const ref = useKeptFocus();
  return (
    <EmptyState
      icon={<WarningOutlined />}
      title={title}
      action={
        <Button ref={ref} onClick={onRetry}>
          {strings.retry}
        </Button>
      }
    />
  );
}
