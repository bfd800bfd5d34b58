import { Button, EmptyState, WarningOutlined } from '@mainstay/ui/base';
import { strings } from './strings.ts';

/** In place of what could not be loaded: says so, and offers to try again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <EmptyState
      icon={<WarningOutlined />}
      title={title}
      action={<Button onClick={onRetry}>{strings.retry}</Button>}
    />
  );
}
