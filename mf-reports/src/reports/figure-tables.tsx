import { equipmentLink } from '@mainstay/remote-contract';
import { Badge, Button, Placeholder, VisuallyHidden } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { LoadFailed } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type GroupBy, type Report } from '../api/report-types.ts';
import { reportQuery, type Scope } from '../api/reports.queries.ts';
import { strings } from '../strings.ts';
import { type Cell, type FigureTable, type Shown, type TableRow, tableOf, TOTAL } from './figures.ts';
import styles from './figure-tables.module.css';

/** The rows that are shown at first: of groups with the total, and of equipment. */
const FIRST_GROUPS = 11;
const FIRST_ITEMS = 5;

function Figure({ text, list }: Cell) {
  if (list !== undefined) return <Link to={list}>{text}</Link>;
  if (text !== strings.notEnough) return <span className={styles.nothing}>{text}</span>;
  return (
    <>
      <span aria-hidden="true">{strings.dash}</span>
      <VisuallyHidden as="span">{text}</VisuallyHidden>
    </>
  );
}

/** The columns of figures; those of one section are under its title. */
function figureColumns({ columns }: FigureTable, isSorted: boolean): TableColumnsType<TableRow> {
  const made: TableColumnsType<TableRow> = [];
  let children: TableColumnsType<TableRow> = made;
  let shown: string | undefined;
  columns.forEach(({ title, section, sort }, at) => {
    if (section !== shown) {
      children = section === undefined ? made : [];
      if (section !== undefined) made.push({ title: section, children });
      shown = section;
    }
    children.push({
      title,
      key: sort ?? at,
      sorter: isSorted && sort !== undefined,
      align: 'end',
      className: styles.figure,
      render: (_, { cells: { [at]: cell } }) => (cell ? <Figure {...cell} /> : null),
    });
  });
  return made;
}

interface First {
  title: string;
  render: (row: TableRow) => ReactNode;
}

/** One page of a table that the service sorts. */
interface Paged {
  page: number;
  pageSize: number;
  count: number;
  onChange: (page: number, sort: string | undefined) => void;
}

/** A table of these rows, with its title on the first column. */
function Rows({
  label,
  table,
  rows,
  first,
  paged,
}: {
  label: string;
  table: FigureTable;
  rows: TableRow[];
  first: First;
  paged?: Paged;
}) {
  const isAnyShort = rows.some(({ cells }) => cells.some(({ text }) => text === strings.notEnough));
  return (
    <>
      <Table<TableRow>
        className={styles.table}
        aria-label={label}
        size="small"
        pagination={
          paged
            ? { current: paged.page, pageSize: paged.pageSize, total: paged.count, showSizeChanger: false }
            : false
        }
        onChange={({ current = 1 }, _filters, sorter) => {
          const [by] = [sorter].flat();
          const minus = by?.order === 'descend' ? '-' : '';
          paged?.onChange(current, by?.order ? `${minus}${String(by.columnKey)}` : undefined);
        }}
        scroll={{ x: true }}
        rowKey="id"
        columns={[
          {
            title: first.title,
            key: 'label',
            sorter: paged !== undefined,
            rowScope: 'row',
            className: styles.name,
            render: (_, row) => first.render(row),
          },
          ...figureColumns(table, paged !== undefined),
        ]}
        dataSource={rows}
      />
      {isAnyShort ? (
        <p className={styles.below} aria-hidden="true">
          {strings.dash} {strings.notEnough}
          {strings.tooFew}
        </p>
      ) : null}
    </>
  );
}

interface FiguresProps {
  label: string;
  table: FigureTable;
  first: First;
  /** The rows that are shown at first. */
  most: number;
  /** How many rows have nothing. */
  noneOf: ((n: number) => string) | undefined;
  /** What shows all rows, of which the table has the first ones. */
  all?: { count: number; empty: number; rows: ReactNode } | undefined;
}

function Figures({ label, table, first, most, noneOf, all }: FiguresProps) {
  const [isWhole, setWhole] = useState(false);
  const { rows } = table;
  const some = rows.filter(({ isNone }) => !isNone);
  const none = all ? all.empty : rows.length - some.length;
  const count = all ? all.count : rows.filter(({ id }) => id !== TOTAL).length;
  return (
    <>
      {isWhole && all ? (
        all.rows
      ) : (
        <Rows label={label} table={table} rows={isWhole ? rows : some.slice(0, most)} first={first} />
      )}
      {!isWhole && none > 0 && noneOf ? <p className={styles.below}>{noneOf(none)}</p> : null}
      {all || some.slice(0, most).length < rows.length ? (
        <Button
          className={styles.more}
          type="link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? strings.showFewer : strings.showAll(count)}
        </Button>
      ) : null}
    </>
  );
}

interface GroupsProps {
  report: Report;
  scope: Scope;
  shown: Shown;
}

const firstOf = (by: GroupBy): First => ({
  title: strings.by[by],
  render: ({ name, isArchived }) => (
    <>
      {name} {isArchived ? <Badge variant="outline">{strings.archived}</Badge> : null}
    </>
  ),
});

const PAGE = 50;

/** All groups of a report, page by page. */
function AllGroups({ report: { question, groupBy, groupCount = 0 }, scope, shown }: GroupsProps) {
  const [{ page, sort }, show] = useState<{ page: number; sort?: string | undefined }>({ page: 1 });
  const listed = { limit: PAGE, offset: (page - 1) * PAGE, sort };
  const report = useQuery(reportQuery(question, scope, groupBy, listed));
  if (report.isLoadingError) {
    return <LoadFailed title={strings.loadFailed} onRetry={() => void report.refetch()} />;
  }
  if (!report.data) return <Placeholder height="240px" />;
  const table = tableOf(report.data, shown);
  return (
    <div aria-busy={report.isFetching}>
      <Rows
        label={strings.questions[question]}
        table={table}
        rows={table.rows}
        first={firstOf(groupBy)}
        paged={{
          page,
          pageSize: PAGE,
          count: groupCount,
          onChange: (next, by) => show({ page: by === sort ? next : 1, sort: by }),
        }}
      />
    </div>
  );
}

/** The figures of a report. */
export function GroupTable({ report, scope, shown }: GroupsProps) {
  const { question, groupBy: by, groups, groupCount = groups.length, emptyGroupCount = 0 } = report;
  // Of what is not fast, there may be too few to say how fast.
  const empty = question === 'speed' ? 0 : emptyGroupCount;
  return (
    <Figures
      label={strings.questions[question]}
      table={tableOf(report, shown)}
      first={firstOf(by)}
      most={FIRST_GROUPS}
      noneOf={by === 'month' ? undefined : strings.noneOf[by]}
      all={
        groupCount > groups.length
          ? {
              count: groupCount,
              empty,
              rows: <AllGroups report={report} scope={scope} shown={shown} />,
            }
          : undefined
      }
    />
  );
}

/** The equipment of a report, each with a link to its record. */
export function EquipmentFigures({ title, table }: { title: string; table: FigureTable }) {
  if (table.rows.length === 0) return null;
  return (
    <section className={styles.equipment}>
      <h3 className={styles.title}>{title}</h3>
      <Figures
        label={title}
        table={table}
        most={FIRST_ITEMS}
        noneOf={strings.noneOf.equipment}
        first={{
          title: strings.columns.equipment,
          render: ({ id, name, store }) => (
            <>
              <Link to={equipmentLink(id)}>{name}</Link>
              <div className={styles.store}>{store}</div>
            </>
          ),
        }}
      />
    </section>
  );
}
