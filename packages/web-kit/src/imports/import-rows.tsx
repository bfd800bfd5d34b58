import { Badge, Button, Flex } from '@mainstay/ui/base';
import { Table } from '@mainstay/ui/table';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListEnd, LoadFailed } from '@mainstay/web-kit';
import {
  type ImportAction,
  type ImportCalls,
  type ImportPlan,
  type ImportRow,
  type ImportWords,
} from './import-calls.ts';
import styles from './imports.module.css';
import { strings } from './strings.ts';

/** How fields and their values are called. */
interface ShownFields {
  labelOf: (field: string) => string;
  words?: ImportWords | undefined;
}

/** The rows of a plan, with how many there are of each action; a press on one filters by it. */
export function ImportRows({
  plan: { id, counts },
  actions,
  calls,
  ...shown
}: ShownFields & {
  plan: ImportPlan;
  actions: readonly ImportAction[];
  calls: ImportCalls;
}) {
  const [action, setAction] = useState<ImportAction>();
  const rows = useInfiniteQuery(calls.rows(id, action));
  const items = rows.data?.pages.flatMap((page) => page.items);
  const filter = (value: ImportAction | undefined, label: string) => (
    <Button
      key={label}
      size="small"
      type={value === action ? 'primary' : 'default'}
      aria-pressed={value === action}
      onClick={() => setAction(value)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Flex wrap gap={8} role="group" aria-label={strings.rows}>
        {filter(undefined, strings.all)}
        {actions.map((each) => filter(each, `${strings.actions[each]}: ${counts[each]}`))}
      </Flex>
      {rows.isLoadingError ? (
        <LoadFailed title={strings.rowsFailed} onRetry={() => void rows.refetch()} />
      ) : (
        // A list that scrolls must be reachable by keyboard.
        <section className={styles.rows} aria-label={strings.rows} aria-busy={rows.isPending} tabIndex={0}>
          <RowsTable rows={items ?? []} {...shown} />
          <ListEnd
            hasMore={rows.hasNextPage}
            isMoreFailed={rows.isFetchNextPageError}
            loadMore={() => {
              if (!rows.isFetching) void rows.fetchNextPage();
            }}
            problem={strings.rowsFailed}
          />
        </section>
      )}
    </>
  );
}

function RowsTable({ rows, ...shown }: ShownFields & { rows: readonly ImportRow[] }) {
  return (
    <Table
      aria-label={strings.rows}
      size="small"
      pagination={false}
      dataSource={rows}
      rowKey="line"
      locale={{ emptyText: strings.none }}
      columns={[
        { title: strings.columns[0], render: (_, { line }) => line },
        {
          title: strings.columns[1],
          className: styles.key,
          render: (_, { key, action }) => (
            <Flex wrap gap={8}>
              {key}
              <Badge variant={action === 'error' ? 'destructive' : 'secondary'}>
                {strings.ofRow[action]}
              </Badge>
            </Flex>
          ),
        },
        { title: strings.changes, render: (_, row) => <Changes row={row} {...shown} /> },
      ]}
    />
  );
}

/** What a row changes, and what is wrong with it. */
function Changes({ row, labelOf, words }: ShownFields & { row: ImportRow }) {
  const wordOf = (field: string, value: string | null) =>
    value === null ? strings.empty : (words?.[field]?.[value] ?? value);
  return (
    <>
      {row.errors.map(({ field, message }, index) => (
        // Two managers of a row may both be wrong.
        <p key={index} className={styles.wrong}>
          {labelOf(field)}: {message}
        </p>
      ))}
      {row.changes.map(({ field, from, to }) => (
        <p key={field}>
          {labelOf(field)}: {row.action === 'update' ? <del>{wordOf(field, from)}</del> : null}
          {row.action === 'update' ? <span aria-label={strings.to}> → </span> : null}
          {wordOf(field, to)}
        </p>
      ))}
    </>
  );
}
