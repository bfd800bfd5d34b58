import { Button, EmptyState, WarningOutlined } from '@mainstay/ui/base';
import { strings } from '../strings.ts';

/** Shown if tickets or recurring tasks could not be loaded. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<WarningOutlined />}
      title={strings.page.loadFailed}
      action={<Button onClick={onRetry}>{strings.page.retry}</Button>}
    />
  );
}
