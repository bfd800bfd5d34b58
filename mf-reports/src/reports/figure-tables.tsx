import { equipmentLink } from '@mainstay/remote-contract';
import { Badge, Button, VisuallyHidden } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { type ReactNode, useState } from 'react';
import { type GroupBy } from '../api/report-types.ts';
import { strings } from '../strings.ts';
import { type Cell, type FigureTable, type TableRow, TOTAL } from './figures.ts';
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
function figureColumns({ columns }: FigureTable): TableColumnsType<TableRow> {
  const made: TableColumnsType<TableRow> = [];
  let children: TableColumnsType<TableRow> = made;
  let shown: string | undefined;
  columns.forEach(({ title, section }, at) => {
    if (section !== shown) {
      children = section === undefined ? made : [];
      if (section !== undefined) made.push({ title: section, children });
      shown = section;
    }
    children.push({
      title,
      key: at,
      align: 'end',
      className: styles.figure,
      render: (_, { cells: { [at]: cell } }) => (cell ? <Figure {...cell} /> : null),
    });
  });
  return made;
}

interface FiguresProps {
  label: string;
  table: FigureTable;
  first: { title: string; render: (row: TableRow) => ReactNode };
  /** The rows that are shown at first. */
  most: number;
  /** How many rows have nothing. */
  noneOf: ((n: number) => string) | undefined;
}

function Figures({ label, table, first, most, noneOf }: FiguresProps) {
  const [isWhole, setWhole] = useState(false);
  const { rows } = table;
  const some = rows.filter(({ isNone }) => !isNone);
  const shown = isWhole ? rows : some.slice(0, most);
  const isAnyShort = shown.some(({ cells }) => cells.some(({ text }) => text === strings.notEnough));
  return (
    <>
      <Table<TableRow>
        className={styles.table}
        aria-label={label}
        size="small"
        pagination={false}
        scroll={{ x: true }}
        rowKey="id"
        columns={[
          {
            title: first.title,
            key: 'name',
            rowScope: 'row',
            className: styles.name,
            render: (_, row) => first.render(row),
          },
          ...figureColumns(table),
        ]}
        dataSource={shown}
      />
      {!isWhole && some.length < rows.length && noneOf ? (
        <p className={styles.below}>{noneOf(rows.length - some.length)}</p>
      ) : null}
      {isAnyShort ? (
        <p className={styles.below} aria-hidden="true">
          {strings.dash} {strings.notEnough}
          {strings.tooFew}
        </p>
      ) : null}
      {some.slice(0, most).length < rows.length ? (
        <Button
          className={styles.more}
          type="link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? strings.showFewer : strings.showAll(rows.filter(({ id }) => id !== TOTAL).length)}
        </Button>
      ) : null}
    </>
  );
}

/** The figures of a report. */
export function GroupTable({ label, by, table }: { label: string; by: GroupBy; table: FigureTable }) {
  const name = ({ name, isArchived }: TableRow) => (
    <>
      {name} {isArchived ? <Badge variant="outline">{strings.archived}</Badge> : null}
    </>
  );
  return (
    <Figures
      label={label}
      table={table}
      first={{ title: strings.by[by], render: name }}
      most={FIRST_GROUPS}
      noneOf={by === 'month' ? undefined : strings.noneOf[by]}
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
