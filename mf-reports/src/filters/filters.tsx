import { Flex } from '@mainstay/ui/base';
import { formatDay } from '@mainstay/web-kit';
import { ItemSelect } from '@mainstay/web-kit/fields';
import { type Period } from '../api/report-types.ts';
import { strings } from '../strings.ts';
import styles from './filters.module.css';
import { type Store, stores } from '../locations/locations.queries.ts';
import { PeriodFields } from './period-fields.tsx';

/** What all reports are about: a period and a store. On paper it is a line of text. */
export function Filters({
  period,
  store,
  today,
  onChange,
}: {
  period: Period;
  store: Store | undefined;
  today: string;
  /** `isTyping`: while a day is typed, more changes will follow. */
  onChange: (change: Partial<Period> & { locationId?: string | undefined }, isTyping?: boolean) => void;
}) {
  return (
    <>
      <Flex
        wrap
        align="center"
        gap={12}
        role="group"
        aria-label={strings.filters.title}
        className={styles.filters}
      >
        <PeriodFields
          period={period}
          today={today}
          onTyped={(typed) => onChange(typed, true)}
          onChoose={(chosen) => onChange(chosen)}
        />
        <div className={styles.store}>
          <ItemSelect
            aria-label={strings.filters.store}
            allowClear
            searchOf={{ ...stores, current: store }}
            onChoose={(locationId) => onChange({ locationId })}
          />
        </div>
      </Flex>
      <p className={styles.printed}>
        {store ? strings.storeOption(store.name, store.storeNumber) : strings.filters.allStores},{' '}
        {strings.period(formatDay(period.from, 'UTC'), formatDay(period.to, 'UTC'))}
      </p>
    </>
  );
}
