import { Button, Flex, Surface } from '@mainstay/ui/base';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { Fragment, type MouseEvent, type ReactNode, useId } from 'react';
import styles from './list-table.module.css';
import { type RowAction, RowActions } from './row-actions.tsx';
import { isPlainClick, opensHere, useIsBelowDesk } from '@mainstay/web-kit';

/** One of the columns after the name, which a narrow screen does not have. */
export interface ListColumn<Row> {
  title: string;
  /** In pixels, or a share such as `22%`. */
  width: number | string;
  render: (row: Row) => ReactNode;
}

interface ListTableProps<Row> {
  /** What it is a table of, for a screen reader. */
  label: string;
  rows: readonly Row[];
  /** What stands above the names, and whether it also does where there are no columns. */
  title: ReactNode;
  isTitled?: boolean;
  nameOf: (row: Row) => string;
  /** A picture before the name. */
  pictureOf?: (row: Row) => ReactNode;
  /** A line below the name. */
  below?: (row: Row) => ReactNode;
  columns: readonly ListColumn<Row>[];
  /** What the line below the name says where there are no columns. */
  brief: (row: Row) => readonly ReactNode[];
  actionsTitle?: ReactNode;
  /** In pixels: by default, room for one action and the menu. */
  actionsWidth?: number;
  actionsOf?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Opens the dialog of a row: by its name, or anywhere else in it. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The address of that dialog, if it has one. */
  hrefOf?: (row: Row) => string;
  /** Shown if there are no rows. */
  note?: string | undefined;
}

const MIDDLE_BUTTON = 1;

/** Not on what can be pressed in it, nor in a menu or a dialog, which are its children in React alone. */
const isOnRow = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && currentTarget.contains(target) && !target.closest('a, button');

/** Things in rows of one height. Where there is no room for columns, a row is a name with a line below. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { label, rows, isTitled = false, onOpen, hrefOf, note } = props;
  const isNarrow = useIsBelowDesk();
  const idOfNames = useId();
  return (
    <Surface className={styles.table}>
      <Table
        aria-label={label}
        tableLayout="fixed"
        pagination={false}
        columns={columnsOf(props, isNarrow, ({ id }) => `${idOfNames}${id}`)}
        dataSource={rows}
        rowKey="id"
        showHeader={!isNarrow || isTitled}
        locale={{ emptyText: note }}
        {...(onOpen && { onRow: (row) => opensRow(() => onOpen(row), hrefOf?.(row)) })}
      />
    </Surface>
  );
}

/**
 * The names, the columns where there is room for them, and the actions.
 * @param idOf the id of a name
 */
function columnsOf<Row extends { id: string }>(
  {
    title,
    nameOf,
    pictureOf,
    below,
    columns,
    brief,
    actionsTitle,
    actionsWidth = 108,
    actionsOf,
    onOpen,
    hrefOf,
  }: ListTableProps<Row>,
  isNarrow: boolean,
  idOf: (row: Row) => string,
): TableColumnsType<Row> {
  const belowName = (row: Row) =>
    isNarrow ? <Brief words={brief(row)} /> : below && <div className={styles.below}>{below(row)}</div>;
  return [
    {
      title,
      rowScope: 'row',
      render: (_, row) => (
        <Flex align="center" gap={12}>
          {pictureOf?.(row)}
          <div className={styles.text}>
            <Name id={idOf(row)} row={row} onOpen={onOpen} hrefOf={hrefOf}>
              {nameOf(row)}
            </Name>
            {belowName(row)}
          </div>
        </Flex>
      ),
    },
    ...(isNarrow
      ? []
      : columns.map((column) => ({ ...column, render: (_: unknown, row: Row) => column.render(row) }))),
    ...(actionsOf
      ? [
          {
            title: actionsTitle,
            align: 'end' as const,
            width: isNarrow ? 64 : actionsWidth,
            render: (_: unknown, row: Row) => <RowActions actions={actionsOf(row)} about={idOf(row)} />,
          },
        ]
      : []),
  ];
}

/**
 * Opens the dialog of a row where it is pressed.
 * @param href the address of the dialog, if it has one
 */
const opensRow = (onOpen: () => void, href: string | undefined) => ({
  className: styles.opens,
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (!isOnRow(event)) return;
    if (href !== undefined && !isPlainClick(event)) window.open(href);
    else onOpen();
  },
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    if (href !== undefined && event.button === MIDDLE_BUTTON && isOnRow(event)) window.open(href);
  },
});

/** The name of a row, which opens its dialog if it has one. */
function Name<Row>({
  id,
  row,
  onOpen,
  hrefOf,
  children,
}: Pick<ListTableProps<Row>, 'onOpen' | 'hrefOf'> & { id: string; row: Row; children: string }) {
  if (!onOpen) return <strong id={id}>{children}</strong>;
  return (
    <Button
      type="link"
      id={id}
      className={styles.name}
      aria-haspopup="dialog"
      {...(hrefOf ? opensHere(hrefOf(row), () => onOpen(row)) : { onClick: () => onOpen(row) })}
    >
      {children}
    </Button>
  );
}

/** What the columns would say, in a line. */
const Brief = ({ words }: { words: readonly ReactNode[] }) => (
  <div className={styles.below}>
    {words.filter(Boolean).map((each, at) => (
      <Fragment key={at}>
        {at > 0 ? ' · ' : null}
        {each}
      </Fragment>
    ))}
  </div>
);
