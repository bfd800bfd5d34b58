import { Button, Flex, Placeholder, Surface, Tooltip } from '@mainstay/ui/base';
import { DownloadOutlined, Segmented } from '@mainstay/ui/core';
import { addressOf, currencyQuery, DownloadButton, LoadFailed, useMoney } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ChartData, chartOf } from './chart/chart-data.ts';
import { LateChart } from './chart/late-chart.tsx';
import { strings } from '../strings.ts';
import { answerOf, hasFigures } from './answers.ts';
import { EquipmentFigures, GroupTable } from './figure-tables.tsx';
import { equipmentOf } from './figures.ts';
import styles from './report-card.module.css';
import { type GroupBy, type Question, type Report } from '../api/report-types.ts';
import { groupings } from './reports-address.ts';
import { reportKey, type Scope, useReport } from '../api/reports.queries.ts';
import { shortMoney } from './words.ts';

interface ReportCardProps {
  question: Question;
  scope: Scope;
  groupBy: GroupBy;
  onGroupBy: (groupBy: GroupBy) => void;
}

/** One question with its answer, its chart and its tables. It loads, fails and is empty by itself. */
export function ReportCard({ question, scope, groupBy, onGroupBy }: ReportCardProps) {
  const report = useReport(question, scope, groupBy);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { data } = report;
  const isEmpty = data !== undefined && !hasFigures(data);
  return (
    <Surface
      as="section"
      className={styles.card}
      data-open={isOpen || undefined}
      data-question={question}
      aria-labelledby={id}
      aria-busy={report.isFetching}
    >
      <Flex component="header" wrap align="center" gap="0 12px" className={styles.header}>
        <h2 id={id}>{strings.questions[question]}</h2>
        {question === 'overdue' ? <span className={styles.soft}>{strings.now}</span> : null}
        <Downloads question={question} scope={scope} groupBy={groupBy} report={data} />
      </Flex>
      <div className={styles.answer} aria-live="polite">
        {data ? <Answer report={data} /> : report.isPending ? <Placeholder height="24px" /> : null}
      </div>
      {report.isLoadingError ? (
        <LoadFailed title={strings.loadFailed} onRetry={() => void report.refetch()} />
      ) : isEmpty ? (
        question === 'overdue' ? null : (
          <p className={styles.soft}>{strings.nothingHint}</p>
        )
      ) : (
        <Chart question={question} report={data} />
      )}
      <Flex wrap justify="space-between" gap="4px 12px" className={styles.controls}>
        <GroupSwitch question={question} groupBy={groupBy} onGroupBy={onGroupBy} />
        {data && !isEmpty ? (
          <Button
            className={styles.toggle}
            type="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? strings.hideTable : strings.showTable}
          </Button>
        ) : null}
      </Flex>
      {data && !isEmpty ? (
        // Printed also while it is hidden.
        <div hidden={!isOpen} className={styles.tables}>
          <Tables report={data} scope={scope} />
        </div>
      ) : null}
    </Surface>
  );
}

/**
 * Links to what the card shows, as files.
 * @param report undefined until it is loaded
 */
function Downloads({
  question,
  scope,
  groupBy,
  report,
}: Omit<ReportCardProps, 'onGroupBy'> & { report: Report | undefined }) {
  const [path, name, parameters] = reportKey(question, scope, groupBy);
  return (
    <>
      {question === 'spend' ? (
        <DownloadButton
          size="small"
          type="text"
          disabled={!report}
          href={report ? costsFile(report, scope.locationId) : undefined}
        >
          {strings.costs}
        </DownloadButton>
      ) : null}
      <Tooltip title={strings.download}>
        <DownloadButton
          size="small"
          type="text"
          icon={<DownloadOutlined />}
          aria-label={strings.downloadOf(strings.questions[question])}
          href={addressOf([path, name, { ...parameters, format: 'csv' }])}
        />
      </Tooltip>
    </>
  );
}

const GroupSwitch = ({ question, groupBy, onGroupBy }: Omit<ReportCardProps, 'scope'>) => (
  <Segmented
    aria-label={strings.groupedBy(strings.questions[question])}
    // Its buttons are reached by Tab, not the box around them.
    tabIndex={-1}
    options={groupings[question].map((value) => ({ value, label: strings.by[value] }))}
    value={groupBy}
    onChange={onGroupBy}
  />
);

/** The costs that a report adds up, one by one. */
const costsFile = ({ from, to }: Report, locationId: string | undefined) =>
  addressOf(['/api/costs', { from, to, locationId, format: 'csv' }]);

function Answer({ report }: { report: Report }) {
  return answerOf(report, useMoney());
}

function Chart({ question, report }: { question: Question; report: Report | undefined }) {
  const { data: currency = 'USD' } = useQuery(currencyQuery);
  const money = useMoney();
  // Columns have no room for an amount in full.
  const amount =
    report?.groupBy === 'month' ? shortMoney(currency) : (given: number) => money(given.toFixed(2));
  const chart = report && chartOf(report, amount);
  if (chart?.bars.length === 0) {
    return question === 'speed' ? <p className={styles.soft}>{strings.charts.tooFew}</p> : null;
  }
  return (
    <LateChart data={chart} title={report && chart ? captionOf(report, chart) : strings.charts[question]} />
  );
}

function Tables({ report, scope }: { report: Report; scope: Scope }) {
  const shown = { locationId: scope.locationId, money: useMoney() };
  const { question, groupBy } = report;
  const equipment = equipmentOf(report, shown);
  return (
    <>
      <GroupTable key={groupBy} report={report} scope={scope} shown={shown} />
      {equipment && (question === 'repeats' || question === 'spend') ? (
        <EquipmentFigures title={strings.equipmentOf[question]} table={equipment} />
      ) : null}
    </>
  );
}

/** What the bars of a chart are, and which of them there was room for. */
function captionOf({ question, groupBy }: Report, { bars, all, months }: ChartData): string {
  const title = strings.charts[question];
  if (months) return `${title}, ${strings.period(...months)}`;
  if (bars.length === all) return title;
  const largest = strings.largest[question](`${bars.length} ${strings.groups[groupBy]}`);
  return `${largest} ${strings.more(all - bars.length)}`;
}
