import { DownloadOutlined } from '@mainstay/ui/core';
import { DownloadButton } from './download-button.tsx';
import styles from './export-csv.module.css';
import { addressOf } from './query-client.ts';
import { strings } from './strings.ts';

/**
 * A link to a list as a CSV file.
 * @param path of the list's call
 * @param filter its query parameters
 */
export function ExportCsv({
  path,
  filter,
}: {
  path: string;
  filter: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <DownloadButton
      className={styles.button}
      icon={<DownloadOutlined />}
      href={addressOf([path, { ...filter, format: 'csv' }])}
    >
      {strings.exportCsv}
    </DownloadButton>
  );
}
