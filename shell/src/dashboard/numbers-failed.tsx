import { Button, Flex } from '@mainstay/ui/base';
import styles from './dashboard.module.css';
import { strings } from '../strings.ts';

/** Says that counts could not be loaded. */
export const NumbersFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Flex component="p" wrap align="center" gap={12} className={styles['failed'] ?? ''} role="alert">
    {strings.dashboard.statsFailed} <Button onClick={onRetry}>{strings.retry}</Button>
  </Flex>
);
