import { Badge, Placeholder } from '@mainstay/ui/base';
import { Progress } from '@mainstay/ui/content';
import { LOCALE, LoadFailed, useMoney } from '@mainstay/web-kit';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type CoreSchemas, type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import { dayInWords } from './days.ts';
import { summaryQuery } from './equipment.queries.ts';
import styles from './record-summary.module.css';
import { statusVariants } from './status-variants.ts';
import { recordStrings } from './record-strings.ts';

const words = recordStrings;
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent' });

/** What a piece of equipment has needed, at a glance. */
export function RecordSummary({ equipment }: { equipment: Equipment }) {
  const { id, status, location, warrantyUntil } = equipment;
  const { data: summary, isLoadingError, refetch } = useQuery(summaryQuery(id));
  return (
    <section aria-label={words.summary}>
      <p className={styles.place}>
        <Badge variant={statusVariants[status]}>{strings.status[status]}</Badge>
        {summary?.underWarranty && warrantyUntil ? (
          <Badge variant="default">{words.underWarrantyUntil(dayInWords(warrantyUntil))}</Badge>
        ) : null}
        {strings.storeOption(location.name, location.storeNumber)}
      </p>
      {summary ? <Figures summary={summary} cost={equipment.replacementCost} /> : null}
      {isLoadingError ? <LoadFailed title={words.summaryFailed} onRetry={() => void refetch()} /> : null}
      {!summary && !isLoadingError ? <Placeholder height="64px" /> : null}
    </section>
  );
}

function Figures({ summary, cost }: { summary: CoreSchemas['EquipmentSummary']; cost: string | null }) {
  const money = useMoney();
  const { shareOfReplacement: share } = summary;
  const inWords =
    share === null || cost === null ? undefined : words.share(percent.format(share / 100), money(cost));
  return (
    <>
      <Facts across>
        <Fact label={words.tickets}>{summary.tickets}</Fact>
        <Fact label={words.openTickets}>{summary.openTickets}</Fact>
        <Fact label={words.repeats}>{summary.repeats}</Fact>
        <Fact label={words.totalCost}>{money(summary.totalCost)}</Fact>
        <Fact label={words.costLast12Months}>{money(summary.costLast12Months)}</Fact>
      </Facts>
      {inWords === undefined || share === null ? null : (
        <div className={styles.share}>
          <Progress
            aria-label={inWords}
            percent={Math.min(100, share)}
            showInfo={false}
            status={share > 100 ? 'exception' : 'normal'}
          />
          {inWords}
        </div>
      )}
    </>
  );
}
