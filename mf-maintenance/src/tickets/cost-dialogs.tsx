import { approvalRequest, createCostRequest as limits } from '@mainstay/svc-core/limits';
import { Alert } from '@mainstay/ui/core';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { FormDialog, inputLimits, lengthRules } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { labelledOptions, RequestField } from '../request-fields.tsx';
import { strings } from '../strings.ts';
import { type Cost, useAddCost, useDecide, useUpdateCost, vendorsQuery } from './costs.queries.ts';
import { readTicket, type Ticket, useUpdateTicket } from './tickets.queries.ts';

const buttons = { cancel: strings.cancel, submit: strings.save, pending: strings.saving };

/** The server says which amounts are too large; a limit has no sign. */
const amountRule = { pattern: /^-?\d+(\.\d{1,2})?$/, message: strings.costs.amountForm };

interface CostValues {
  kind: Cost['kind'];
  amount: string;
  description: string;
  vendorId?: string | null;
  invoiceNumber?: string | null;
  incurredOn?: string;
}

/** Adds a cost, or changes one. @param warranty the notice of a warranty that is in force */
export function CostDialog({
  ticket,
  cost,
  warranty,
  onClose,
}: {
  ticket: Ticket;
  cost: Cost | undefined;
  warranty: string | undefined;
  onClose: () => void;
}) {
  const add = useAddCost(ticket.id);
  const update = useUpdateCost(ticket.id);
  return (
    <FormDialog<CostValues>
      open
      title={cost ? strings.costs.edit : strings.costs.add}
      labels={cost ? buttons : { ...buttons, submit: strings.costs.add, pending: strings.costs.adding }}
      initialValues={
        cost ?? { kind: 'labor', amount: '', description: '', vendorId: ticket.vendorId ?? null }
      }
      onSubmit={({ incurredOn, ...values }, { changes, idempotencyKey }) =>
        (cost
          ? update.mutateAsync({ cost, changes })
          : add.mutateAsync({ body: { ...values, ...(incurredOn && { incurredOn }) }, idempotencyKey })
        ).then(onClose)
      }
      onClose={onClose}
    >
      {warranty ? <Alert type="info" showIcon title={warranty} /> : null}
      <RequestField name="kind" limits={limits.kind}>
        <Select options={labelledOptions(strings.costs.kinds)} />
      </RequestField>
      <RequestField name="amount" limits={limits.amount} rules={[amountRule]}>
        <Input inputMode="decimal" autoComplete="off" />
      </RequestField>
      <RequestField name="description" limits={limits.description}>
        <Input {...inputLimits(limits.description)} autoComplete="off" />
      </RequestField>
      <VendorField ticket={ticket} />
      <RequestField name="invoiceNumber" limits={limits.invoiceNumber}>
        <Input {...inputLimits(limits.invoiceNumber)} placeholder={strings.fields.optional} />
      </RequestField>
      <RequestField name="incurredOn" limits={limits.incurredOn}>
        <Input type="date" min="2000-01-01" />
      </RequestField>
    </FormDialog>
  );
}

/** The active vendors that serve the store of a ticket. */
function VendorField({ ticket }: { ticket: Ticket }) {
  const { data: vendors = [], isFetching } = useQuery(vendorsQuery(ticket.locationId));
  const options = vendors.map(({ id, name }) => ({ value: id, label: name }));
  const { vendor } = ticket;
  return (
    <Form.Item name="vendorId" label={strings.fields.vendorId}>
      <Select
        allowClear
        loading={isFetching}
        placeholder={strings.fields.optional}
        options={
          // One that was deactivated meanwhile keeps its name.
          vendor && !vendors.some(({ id }) => id === vendor.id)
            ? [...options, { value: vendor.id, label: vendor.name }]
            : options
        }
      />
    </Form.Item>
  );
}

interface VendorValues {
  vendorId: string | null;
  spendingLimit: string;
}
const vendorValues = ({ vendorId, spendingLimit }: Ticket): VendorValues => ({
  vendorId: vendorId ?? null,
  spendingLimit: spendingLimit ?? '',
});

/** The vendor and the spending limit of a ticket. */
export function VendorDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const update = useUpdateTicket(ticket.id);
  return (
    <FormDialog<VendorValues>
      open
      title={strings.costs.setVendor}
      labels={buttons}
      initialValues={vendorValues(ticket)}
      edits={{
        read: async () => {
          const { body, etag } = await readTicket(ticket.id);
          return { values: vendorValues(body), etag };
        },
        labels: strings.fields,
        show: (name, value) =>
          name === 'vendorId' && value === ticket.vendorId ? ticket.vendor?.name : undefined,
      }}
      onSubmit={(_values, { changes: { vendorId, spendingLimit }, ifMatch }) =>
        update
          .mutateAsync({
            changes: {
              ...(vendorId !== undefined && { vendorId }),
              ...(spendingLimit !== undefined && { spendingLimit: spendingLimit || null }),
            },
            ifMatch,
          })
          .then(onClose)
      }
      onClose={onClose}
    >
      <VendorField ticket={ticket} />
      <Form.Item
        name="spendingLimit"
        label={strings.fields.spendingLimit}
        rules={[amountRule]}
        extra={strings.costs.emptyLimit}
      >
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}

/** Approves costs above the limit, with a new limit or the same, or declines them. */
export function DecisionDialog({
  ticketId,
  decision,
  onClose,
}: {
  ticketId: string;
  decision: 'approve' | 'decline';
  onClose: () => void;
}) {
  const decide = useDecide(ticketId);
  return (
    <FormDialog<{ spendingLimit?: string; note?: string }>
      open
      title={strings.costs[decision]}
      labels={{ ...buttons, submit: strings.costs[decision], pending: strings.costs.deciding }}
      initialValues={{}}
      edits={{
        // A decision is about the ticket as it was when the dialog opened.
        read: async () => ({ values: {}, etag: (await readTicket(ticketId)).etag }),
        labels: strings.fields,
        show: () => undefined,
      }}
      onSubmit={({ spendingLimit, note }, { ifMatch }) =>
        decide
          .mutateAsync({
            body: { decision, note: note || null, ...(spendingLimit && { spendingLimit }) },
            ifMatch,
          })
          .then(onClose)
      }
      onClose={onClose}
    >
      {decision === 'approve' ? (
        <Form.Item
          name="spendingLimit"
          label={strings.costs.newLimit}
          rules={[amountRule]}
          extra={strings.costs.keepLimit}
        >
          <Input inputMode="decimal" autoComplete="off" />
        </Form.Item>
      ) : null}
      <Form.Item name="note" label={strings.costs.note} rules={lengthRules(approvalRequest.note)}>
        <Input.TextArea
          {...inputLimits(approvalRequest.note)}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={strings.fields.optional}
        />
      </Form.Item>
    </FormDialog>
  );
}
