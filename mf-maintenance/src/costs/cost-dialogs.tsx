import { approvalRequest, createCostRequest as limits } from '@mainstay/svc-core/limits';
import { Alert } from '@mainstay/ui/core';
import { Form, Select } from '@mainstay/ui/forms';
import { isApiError, useMoney } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import {
  AmountField,
  DayField,
  EditDialog,
  fieldsOf,
  labelledOptions,
  LimitedField,
  LongTextField,
  Optional,
  Pair,
  TextField,
} from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldStrings } from '../field-strings.ts';
import { strings as shared } from '../strings.ts';
import { words } from './cost-dialog-strings.ts';
import { strings as decisions } from './costs-strings.ts';
import { strings } from './section-strings.ts';
import { type Cost, useAddCost, useDecide, useUpdateCost, vendorsQuery } from './costs.queries.ts';
import { todayAt } from './warranty.ts';
import { readTicket, type Ticket, useUpdateTicket } from '../ticket-data/tickets.queries.ts';

type VendorName = NonNullable<Cost['vendor']>;

const field = fieldsOf(fieldStrings, limits);

/** A select that was cleared has no value, which JSON would leave out. */
const withVendor = <Changes extends { vendorId?: string | null }>(changes: Changes): Changes =>
  'vendorId' in changes ? { ...changes, vendorId: changes.vendorId ?? null } : changes;

interface CostValues {
  kind: Cost['kind'];
  amount: string;
  description: string;
  vendorId?: string | null;
  invoiceNumber?: string | null;
  incurredOn?: string;
}

/**
 * Adds a cost, or changes one.
 * @param warranty the notice of a warranty that is in force
 */
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
      title={cost ? strings.edit : strings.add}
      labels={cost ? undefined : { submit: strings.add, pending: strings.adding }}
      objectId={cost?.id ?? ticket.id}
      initialValues={
        cost ?? {
          kind: 'labor',
          amount: '',
          description: '',
          vendorId: ticket.vendorId ?? null,
          incurredOn: todayAt(ticket.location.timezone),
        }
      }
      onSubmit={({ incurredOn, ...values }, { changes, idempotencyKey }) =>
        (cost
          ? update.mutateAsync({ cost, changes: withVendor(changes) })
          : add.mutateAsync({ body: { ...values, ...(incurredOn && { incurredOn }) }, idempotencyKey })
        ).then(onClose)
      }
      onClose={onClose}
    >
      {warranty ? <Alert type="info" showIcon title={warranty} /> : null}
      <Pair>
        <LimitedField {...field('kind')}>
          <Select options={labelledOptions(shared.costs.kinds)} />
        </LimitedField>
        <AmountField name="amount" label={fieldStrings.amount} limits={limits.amount} />
      </Pair>
      <TextField {...field('description')} />
      <VendorField locationId={ticket.locationId} kept={[cost?.vendor, ticket.vendor]} />
      <Pair>
        <TextField {...field('invoiceNumber')} isOptional />
        <DayField name="incurredOn" label={fieldStrings.incurredOn} from="2000-01-01" years={1} />
      </Pair>
    </FormDialog>
  );
}

/**
 * The active vendors that serve a store.
 * @param kept named already: they keep their names when they are none of these
 */
function VendorField({ locationId, kept }: { locationId: string; kept: (VendorName | null | undefined)[] }) {
  const { data: vendors = [], isFetching } = useQuery(vendorsQuery(locationId));
  const names = new Map(
    [...vendors, ...kept].flatMap((vendor) => (vendor ? [[vendor.id, vendor.name]] : [])),
  );
  return (
    <Form.Item name="vendorId" label={<Optional label={fieldStrings.vendorId} />}>
      <Select
        allowClear
        loading={isFetching}
        options={Array.from(names, ([value, label]) => ({ value, label }))}
        showSearch={{ optionFilterProp: 'label' }}
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
    <EditDialog<VendorValues, Ticket>
      open
      thing={ticket}
      read={readTicket}
      valuesOf={vendorValues}
      title={strings.setVendor}
      labels={fieldStrings}
      show={(name, value) =>
        name === 'vendorId' && value === ticket.vendorId ? ticket.vendor?.name : undefined
      }
      send={({ changes: { spendingLimit, ...vendor }, ifMatch }) =>
        update.mutateAsync({
          changes: {
            ...withVendor(vendor),
            ...(spendingLimit !== undefined && { spendingLimit: spendingLimit || null }),
          },
          ifMatch,
        })
      }
      onClose={onClose}
    >
      <VendorField locationId={ticket.locationId} kept={[ticket.vendor]} />
      <AmountField
        name="spendingLimit"
        label={fieldStrings.spendingLimit}
        isOptional
        extra={words.emptyLimit}
      />
    </EditDialog>
  );
}

interface DecisionDialogProps {
  ticket: Ticket;
  total: string;
  decision: 'approve' | 'decline';
  onClose: () => void;
}

/**
 * Approves costs above the limit, with a new limit or the same, or declines them.
 * @param total the costs
 */
export function DecisionDialog({
  ticket: { id: ticketId, spendingLimit },
  total,
  decision,
  onClose,
}: DecisionDialogProps) {
  const decide = useDecide(ticketId);
  const money = useMoney();
  const [seen, setSeen] = useState(total);
  return (
    <FormDialog<{ spendingLimit?: string; note?: string }>
      open
      title={decisions[decision]}
      labels={{ submit: decisions[decision], pending: strings.deciding }}
      objectId={ticketId}
      initialValues={{}}
      edits={{
        // A decision is about the ticket as it was when the dialog opened.
        read: async () => ({ values: {}, etag: (await readTicket(ticketId)).etag }),
        labels: fieldStrings,
        show: () => undefined,
      }}
      // Costs that came meanwhile are not approved unseen.
      check={() => {
        setSeen(total);
        return total === seen ? undefined : words.costsChanged(money(total));
      }}
      onSubmit={({ spendingLimit: limit, note }, { ifMatch }) =>
        decide
          .mutateAsync({
            body: { decision, note: note || null, totalCost: seen, ...(limit && { spendingLimit: limit }) },
            ifMatch,
          })
          .then(onClose, async (error: unknown) => {
            // The form asks again, beside the costs of now.
            if (isApiError(error) && error.status === 412) {
              const { totalCost = total } = (await readTicket(ticketId)).body;
              setSeen(totalCost);
            }
            throw error;
          })
      }
      onClose={onClose}
    >
      {spendingLimit ? <p>{strings.spent(money(total), money(spendingLimit))}</p> : null}
      {decision === 'approve' ? (
        <AmountField name="spendingLimit" label={words.newLimit} isOptional extra={words.keepLimit} />
      ) : null}
      <LongTextField
        name="note"
        label={strings.note}
        limits={approvalRequest.note}
        rows={[2, 6]}
        isOptional
      />
    </FormDialog>
  );
}
