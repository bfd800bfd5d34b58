import { Form, Select, Switch } from '@mainstay/ui/forms';
import { Table, type TableColumnsType } from '@mainstay/ui/table';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './kinds-table.module.css';
import { type Kind } from './settings-values.ts';

const texts = strings.settings;
const emailTimes = Object.entries(texts.emailTimes).map(([value, label]) => ({ value, label }));

/** On a phone each cell has its title, in place of the head. */
const cell = (title: string, field: ReactNode) => (
  <>
    <span className={styles.cellTitle} aria-hidden="true">
      {title}
    </span>
    {field}
  </>
);

const columns: TableColumnsType<{ kind: Kind }> = [
  { title: texts.columns.kind, rowScope: 'row', render: (_, { kind }) => texts.kinds[kind] },
  {
    title: texts.columns.inApp,
    width: 110,
    render: (_, { kind }) =>
      cell(
        texts.columns.inApp,
        <Form.Item name={`kinds.${kind}.inApp`} noStyle>
          <Switch aria-label={texts.inApp(texts.kinds[kind])} />
        </Form.Item>,
      ),
  },
  {
    title: texts.columns.email,
    width: 180,
    render: (_, { kind }) =>
      cell(
        texts.columns.email,
        <Form.Item name={`kinds.${kind}.email`} noStyle>
          <Select
            className={styles.select ?? ''}
            aria-label={texts.email(texts.kinds[kind])}
            options={emailTimes}
          />
        </Form.Item>,
      ),
  },
];

/**
 * A row for each kind of change: whether the app shows it, and when it is mailed.
 * @param labelledBy the id of its title
 */
export function KindsTable({ kinds, labelledBy }: { kinds: readonly Kind[]; labelledBy: string }) {
  return (
    <Table
      className={styles.table ?? ''}
      aria-labelledby={labelledBy}
      size="small"
      pagination={false}
      columns={columns}
      dataSource={kinds.map((kind) => ({ kind }))}
      rowKey="kind"
    />
  );
}
