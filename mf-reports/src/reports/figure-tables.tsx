import { links } from '@mainstay/remote-contract';
import { Badge, Button } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import { type Cell, type FigureTable, type TableRow, TOTAL } from './figures.ts';
import styles from './figure-tables.module.css';

/** The rows that are shown at first: of groups with the total, and of equipment. */
const FIRST_GROUPS = 11;
const FIRST_ITEMS = 5;

function Figure({ text, list }: Cell) {
  if (list === undefined) return <span className={styles.nothing}>{text}</span>;
  return <Link to={list}>{text}</Link>;
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

function Figures({
  label,
  table,
  first,
  most,
}: {
  label: string;
  table: FigureTable;
  first: { title: string; render: (row: TableRow) => ReactNode };
  /** The rows that are shown at first. */
  most: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const { rows } = table;
  return (
    <>
      <Table<TableRow>
        className={styles.table}
        aria-label={label}
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
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
        dataSource={isWhole ? rows : rows.slice(0, most)}
      />
      {rows.length > most ? (
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

/** The figures of a report. @param title of the groups, like `Store` */
export function GroupTable({ label, title, table }: { label: string; title: string; table: FigureTable }) {
  const name = ({ name, isArchived }: TableRow) => (
    <>
      {name} {isArchived ? <Badge variant="outline">{strings.archived}</Badge> : null}
    </>
  );
  return <Figures label={label} table={table} first={{ title, render: name }} most={FIRST_GROUPS} />;
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
        first={{
          title: strings.columns.equipment,
          render: ({ id, name, store }) => (
            <>
              <Link to={`${links.equipment}?${new URLSearchParams({ item: id }).toString()}`}>{name}</Link>
              <div className={styles.store}>{store}</div>
            </>
          ),
        }}
      />
    </section>
  );
}
