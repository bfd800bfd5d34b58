import { formatDay, OnlineButton } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './assigned-locations.module.css';
import { companyAccountsQuery, useUnlinkAccount } from './employees.queries.ts';

/** The company accounts of an employee, each with a button that unlinks it at once; nothing without any. */
export function CompanyAccounts({ id }: { id: string }) {
  const { data: accounts = [] } = useQuery(companyAccountsQuery(id));
  const { mutate: unlink, isPending } = useUnlinkAccount();
  const section = useRef<HTMLElement>(null);
  if (accounts.length === 0) return null;
  return (
    <section ref={section} className={styles.locations}>
      <h2 className={styles.title}>{strings.companyAccount}</h2>
      <ul className={styles.names}>
        {accounts.map(({ id: identityId, email, issuer, linkedAt, lastUsedAt }) => (
          <li key={identityId} className={styles.location} aria-busy={isPending}>
            <span title={issuer}>{strings.account(email, formatDay(linkedAt), formatDay(lastUsedAt))}</span>
            <OnlineButton
              type="text"
              size="small"
              onClick={() => {
                if (isPending) return;
                // The focused button is removed with its account.
                section.current?.closest<HTMLElement>('[role=dialog]')?.focus();
                unlink({ id, identityId });
              }}
            >
              {strings.unlink}
            </OnlineButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
