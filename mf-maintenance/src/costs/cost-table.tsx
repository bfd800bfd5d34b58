import { Flex, VisuallyHidden } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Table } from '@mainstay/ui/table';
import { OnlineButton, useMoney } from '@mainstay/web-kit';
import { LinkedText } from '@mainstay/web-kit/forms';
import { fieldStrings } from '../field-strings.ts';
import section from '../parts/dialog-section.module.css';
import { strings as shared } from '../strings.ts';
import { type Cost } from './costs.queries.ts';
import { strings } from './section-strings.ts';
import { dayWords } from './warranty.ts';

/** The costs of a ticket and their sum. */
export function CostTable({
  costs,
  total,
  onEdit,
  onRemove,
}: {
  costs: Cost[];
  total: string;
  onEdit: (cost: Cost) => void;
  onRemove: (cost: Cost) => void;
}) {
  const money = useMoney();
  return (
    <Table<Cost>
      size="small"
      pagination={false}
      rowKey="id"
      dataSource={costs}
      columns={[
        {
          title: fieldStrings.description,
          render: (_cell, cost) => <CostText cost={cost} />,
        },
        {
          title: fieldStrings.amount,
          align: 'end',
          className: section.amount ?? '',
          render: (_cell, { amount }) => money(amount),
        },
        {
          key: 'actions',
          title: <VisuallyHidden>{strings.actions}</VisuallyHidden>,
          render: (_cell, cost) => (
            <CostActions
              description={cost.description}
              onEdit={() => onEdit(cost)}
              onRemove={() => onRemove(cost)}
            />
          ),
        },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>
            <strong>{strings.total}</strong>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={1} align="end" className={section.amount ?? ''}>
            <strong>{money(total)}</strong>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={2} />
        </Table.Summary.Row>
      )}
    />
  );
}

/** The description of a cost, and below it what it was for. */
function CostText({ cost: { description, incurredOn, kind, vendor } }: { cost: Cost }) {
  return (
    <>
      <LinkedText text={description} />
      <Typography.Text type="secondary" className={`${section.small} ${section.line}`}>
        {[dayWords(incurredOn), shared.costs.kinds[kind], vendor?.name].filter(Boolean).join(' · ')}
      </Typography.Text>
    </>
  );
}

function CostActions({
  description,
  onEdit,
  onRemove,
}: {
  description: string;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const button = { type: 'text', size: 'small' } as const;
  return (
    <Flex vertical>
      <OnlineButton
        {...button}
        icon={<EditOutlined />}
        aria-label={strings.editOf(description)}
        onClick={onEdit}
      />
      <OnlineButton
        {...button}
        icon={<DeleteOutlined />}
        aria-label={strings.removeOf(description)}
        onClick={onRemove}
      />
    </Flex>
  );
}
