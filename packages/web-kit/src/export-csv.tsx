import { DownloadOutlined } from '@mainstay/ui/core';
import { addressOf } from './query-client.ts';
import styles from './export-csv.module.css';
import { useFailureToast } from './failure-toast.ts';
import { OnlineButton } from './online-button.tsx';
import { strings } from './strings.ts';

/** The server's limit for a file. */
const MAX_ROWS = 100_000;

/**
 * A link to a list as a CSV file: the browser downloads it itself, so that no page or window has to wait for it.
 * @param path of the list's call @param filter its query parameters @param total how many items that is, if known
 */
export function ExportCsv({
  path,
  filter,
  total = 0,
}: {
  path: string;
  filter: Readonly<Record<string, string | undefined>>;
  total?: number | undefined;
}) {
  const showFailure = useFailureToast();
  return (
    <OnlineButton
      className={styles.button}
      icon={<DownloadOutlined />}
      href={addressOf([path, { ...filter, format: 'csv' }])}
      download
      onClick={(event) => {
        if (total <= MAX_ROWS) return;
        event.preventDefault();
        showFailure(strings.tooManyRows);
      }}
    >
      {strings.exportCsv}
    </OnlineButton>
  );
}
