import { Button, Placeholder, Surface } from '@mainstay/ui/base';
import { DownloadOutlined, Segmented } from '@mainstay/ui/core';
import { addressOf, currencyQuery, LoadFailed, useMoney } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type ChartData, chartOf } from './chart/chart-data.ts';
import { LateChart } from './chart/late-chart.tsx';
import { strings } from '../strings.ts';
import { answerOf, hasFigures } from './answers.ts';
import { EquipmentFigures, GroupTable } from './figure-tables.tsx';
import { equipmentOf, tableOf } from './figures.ts';
import styles from './report-card.module.css';
import { type GroupBy, type Question, type Report } from '../api/report-types.ts';
import { groupings } from './reports-address.ts';
import { shortMoney } from './words.ts';
import { reportKey, reportQuery, type Scope } from '../api/reports.queries.ts';

/** One question with its answer, its chart and its tables. It loads, fails and is empty by itself. */
export function ReportCard({
  question,
  scope,
  groupBy,
  onGroupBy,
}: {
  question: Question;
  scope: Scope;
  groupBy: GroupBy;
  onGroupBy: (groupBy: GroupBy) => void;
}) {
  const report = useQuery(reportQuery(question, scope, groupBy));
  const titleId = useId();
  const title = strings.questions[question];
  const [path, name, parameters] = reportKey(question, scope, groupBy);
  return (
    <Surface as="section" className={styles.card} aria-labelledby={titleId} aria-busy={report.isFetching}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {question === 'overdue' ? <span className={styles.now}>{strings.now}</span> : null}
      </header>
      <div className={styles.answer} aria-live="polite">
        {report.data ? (
          <Answer report={report.data} />
        ) : report.isPending ? (
          <Placeholder height="24px" />
        ) : null}
      </div>
      <div className={styles.controls}>
        <Segmented
          aria-label={strings.groupedBy(title)}
          // Its buttons are reached by Tab, not the box around them.
          tabIndex={-1}
          options={groupings[question].map((value) => ({ value, label: strings.by[value] }))}
          value={groupBy}
          onChange={onGroupBy}
        />
        <div className={styles.files}>
          <Button
            icon={<DownloadOutlined />}
            aria-label={strings.downloadOf(title)}
            href={addressOf([path, name, { ...parameters, format: 'csv' }])}
            download
          >
            {strings.download}
          </Button>
          {question === 'spend' ? (
            <Button
              icon={<DownloadOutlined />}
              disabled={!report.data}
              href={report.data ? costsFile(report.data, scope.locationId) : undefined}
              download
            >
              {strings.costs}
            </Button>
          ) : null}
        </div>
      </div>
      {report.isLoadingError ? (
        <LoadFailed title={strings.loadFailed} onRetry={() => void report.refetch()} />
      ) : report.data ? (
        <Figures report={report.data} locationId={scope.locationId} />
      ) : (
        <>
          <LateChart data={undefined} title={strings.charts[question]} />
          <div className={styles.waiting}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Placeholder key={row} height="20px" />
            ))}
          </div>
        </>
      )}
    </Surface>
  );
}

/** The costs that a report adds up, one by one. */
const costsFile = ({ from, to }: Report, locationId: string | undefined) =>
  addressOf(['/api/costs', { from, to, locationId, format: 'csv' }]);

function Answer({ report }: { report: Report }) {
  return answerOf(report, useMoney());
}

function Figures({ report, locationId }: { report: Report; locationId: string | undefined }) {
  const shown = { locationId, money: useMoney() };
  const { data: currency = 'USD' } = useQuery(currencyQuery);
  if (!hasFigures(report)) {
    return report.question === 'overdue' ? null : <p className={styles.hint}>{strings.nothingHint}</p>;
  }
  const { question, groupBy } = report;
  const chart = chartOf(report, shortMoney(currency));
  const equipment = equipmentOf(report, shown);
  return (
    <>
      {chart.bars.length > 0 ? <LateChart data={chart} title={captionOf(question, chart)} /> : null}
      <GroupTable
        key={groupBy}
        label={strings.questions[question]}
        title={strings.by[groupBy]}
        table={tableOf(report, shown)}
      />
      {equipment && (question === 'repeats' || question === 'spend') ? (
        <EquipmentFigures title={strings.equipmentOf[question]} table={equipment} />
      ) : null}
    </>
  );
}

/** What the bars of a chart are, and which of them there was room for. */
function captionOf(question: Question, { bars, all, months }: ChartData): string {
  const title = strings.charts[question];
  if (months) return `${title}, ${strings.period(...months)}`;
  return bars.length < all ? `${title}, ${strings.firstOf(bars.length, all)}` : title;
}
