import { Placeholder } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { type ReactNode } from 'react';
import styles from './figure.module.css';
import { strings } from './strings.ts';

/** Figures at the top of what there is to read about an entity. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <div className={styles.figures}>
    <Facts across>{children}</Facts>
  </div>
);

/**
 * One of the {@link Figures}, which leads to the list that it counts.
 * @param of the query of the figure
 */
export function Figure({
  label,
  of: { data, isError },
  to,
}: {
  label: string;
  of: { data: string | number | undefined; isError: boolean };
  to?: string | undefined;
}) {
  const shown = data ?? (isError ? strings.notAvailable : <Placeholder height="22px" />);
  return (
    <Fact label={label}>
      {data === undefined || to === undefined ? (
        <span className={styles.figure}>{shown}</span>
      ) : (
        <Link className={styles.figure} to={to} aria-label={strings.figure(label, data)}>
          {shown}
        </Link>
      )}
    </Fact>
  );
}
