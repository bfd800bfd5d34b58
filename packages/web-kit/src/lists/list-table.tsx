import { Button, Flex, Surface } from '@mainstay/ui/base';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import styles from './list-table.module.css';
import { type RowAction, RowActions } from './row-actions.tsx';
import { isPlainClick, opensHere, useHasColumns } from '@mainstay/web-kit';

/** One of the columns after the name, where there is room for them. */
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
  /** What can be pressed beside the name where there are no columns. */
  aside?: (row: Row) => ReactNode;
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
export function ListTable<Row extends { id: string }>({
  label,
  rows,
  title,
  isTitled = false,
  nameOf,
  pictureOf,
  below,
  columns,
  brief,
  aside,
  actionsTitle,
  actionsWidth = 108,
  actionsOf,
  onOpen,
  hrefOf,
  note,
}: ListTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = !useHasColumns(box);
  const idOfNames = useId();
  const idOf = ({ id }: Row) => `${idOfNames}${id}`;
  const all: TableColumnsType<Row> = [
    {
      title,
      rowScope: 'row',
      render: (_, row) => (
        <Flex align="center" gap={12} wrap={isNarrow}>
          {pictureOf?.(row)}
          <div className={styles.text}>
            {onOpen ? (
              <Button
                type="link"
                id={idOf(row)}
                className={styles.name}
                aria-haspopup="dialog"
                {...(hrefOf ? opensHere(hrefOf(row), () => onOpen(row)) : { onClick: () => onOpen(row) })}
              >
                {nameOf(row)}
              </Button>
            ) : (
              <strong id={idOf(row)}>{nameOf(row)}</strong>
            )}
            {isNarrow ? (
              <div className={styles.below}>
                <div className={styles.brief}>
                  {brief(row)
                    .filter(Boolean)
                    .map((each, at) => (
                      <span key={at}>{each}</span>
                    ))}
                </div>
              </div>
            ) : (
              below && <div className={styles.below}>{below(row)}</div>
            )}
          </div>
          {isNarrow ? aside?.(row) : null}
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
            className: styles.actions,
            align: 'end' as const,
            width: isNarrow ? 56 : actionsWidth,
            render: (_: unknown, row: Row) => (
              <RowActions actions={actionsOf(row)} isNarrow={isNarrow} about={idOf(row)} />
            ),
          },
        ]
      : []),
  ];
  return (
    <Surface className={styles.table} data-narrow={isNarrow || undefined}>
      <div ref={box}>
        <Table
          aria-label={label}
          tableLayout="fixed"
          pagination={false}
          columns={all}
          dataSource={rows}
          rowKey="id"
          showHeader={!isNarrow || isTitled}
          locale={{ emptyText: note }}
          {...(onOpen && {
            onRow: (row) => ({
              className: styles.opens,
              onClick: (event: MouseEvent<HTMLElement>) => {
                if (!isOnRow(event)) return;
                if (hrefOf && !isPlainClick(event)) window.open(hrefOf(row));
                else onOpen(row);
              },
              onAuxClick: (event: MouseEvent<HTMLElement>) => {
                if (hrefOf && event.button === MIDDLE_BUTTON && isOnRow(event)) window.open(hrefOf(row));
              },
            }),
          })}
        />
      </div>
    </Surface>
  );
}
