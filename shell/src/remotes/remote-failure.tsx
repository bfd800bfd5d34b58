import { Button, EmptyState, ReloadOutlined, Surface, WarningOutlined } from '@mainstay/ui/base';
import { RemoteFault } from './remote-fault.ts';
import { strings } from '../strings.ts';
import styles from './remote-page.module.css';

/** The technical cause of a failure, short enough to read out on the phone. */
function detailOf(error: unknown): string | null {
  const cause = error instanceof RemoteFault ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  // The federation runtime wraps the cause in its own messages.
  const [, original] = /Original Error Message:\s*(.+)/.exec(cause.message) ?? [];
  const [firstLine = ''] = cause.message.split('\n');
  return (original ?? firstLine).slice(0, 300);
}

/** Shown in place of a screen that failed to load. */
export function RemoteFailure({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const detail = detailOf(error);
  return (
    <Surface as="section" role="alert" className={styles['failure']}>
      <EmptyState
        icon={<WarningOutlined />}
        heading="h1"
        title={strings.remotes.failed(title)}
        hint={error instanceof RemoteFault ? error.message : strings.remotes.unexpected}
        action={
          <Button type="primary" icon={<ReloadOutlined />} onClick={onRetry}>
            {strings.retry}
          </Button>
        }
      />
      <p className={styles['rest']}>{strings.remotes.rest}</p>
      {detail ? (
        <details className={styles['detail']}>
          <summary>{strings.remotes.details}</summary>
          <code>{detail}</code>
        </details>
      ) : null}
    </Surface>
  );
}
