import { PageHeader } from '@mainstay/ui/base';
import { useSearchParams } from '@mainstay/ui/router';
import { isApiError, toLocalInput, useNow } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Filters } from './filters/filters.tsx';
import { locationQuery } from './locations/locations.queries.ts';
import { ReportCard } from './reports/report-card.tsx';
import { parametersOf, questions, readAddress, type ReportsAddress } from './reports/reports-address.ts';
import { strings } from './strings.ts';
import styles from './reports-screen.module.css';

/** The screen Reports: four questions about the stores that the user sees. */
export function ReportsScreen() {
  const [parameters, write] = useSearchParams();
  const today = toLocalInput(useNow()).slice(0, 'YYYY-MM-DD'.length);
  const address = useMemo(() => readAddress(parameters, today), [parameters, today]);
  const store = useQuery(locationQuery(address.locationId));
  // A store that the user does not see is as a wrong one in the address: all stores.
  const isUnknown = isApiError(store.error) && store.error.status === 404;
  const { from, to, by } = address;
  const locationId = isUnknown ? undefined : address.locationId;
  // The stores may have begun another day than the user.
  const scope = parameters.has('from') ? { from, to, locationId } : { locationId };
  const show = (change: Partial<ReportsAddress>, isTyping = false) =>
    write(parametersOf({ from, to, by, locationId, ...change }, today), { replace: isTyping });
  return (
    <div className={styles.screen}>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Filters period={{ from, to }} store={store.data} today={today} onChange={show} />
      <div className={styles.cards}>
        {questions.map((question) => (
          <ReportCard
            key={question}
            question={question}
            scope={scope}
            groupBy={by[question]}
            onGroupBy={(groupBy) => show({ by: { ...by, [question]: groupBy } })}
          />
        ))}
      </div>
    </div>
  );
}
