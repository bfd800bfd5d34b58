import { Button, EmptyState, WarningOutlined } from '@mainstay/ui/base';
import { strings } from './strings.ts';

/** Stands in for tickets and tasks that could not be loaded. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<WarningOutlined />}
      title={strings.page.loadFailed}
      action={<Button onClick={onRetry}>{strings.page.retry}</Button>}
    />
  );
}
