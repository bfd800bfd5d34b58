import { createVendorRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fieldRules, inputLimits, lengthRules } from '@mainstay/web-kit';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { AmountField } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { strings as shared } from '../strings.ts';
import { strings } from './strings.ts';
import {
  readVendor,
  storesQuery,
  type Trade,
  useCreateVendor,
  useDeleteVendor,
  useUpdateVendor,
  type Vendor,
} from './vendors.queries.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

interface Values {
  name: string;
  trades: Trade[];
  email: string | null;
  phone: string | null;
  spendingLimit: string | null;
  locationIds: string[];
}

const noVendor: Values = { name: '', trades: [], email: '', phone: '', spendingLimit: '', locationIds: [] };

const valuesOf = ({ name, trades, email, phone, spendingLimit, locationIds }: Vendor): Values => ({
  name,
  trades,
  email,
  phone,
  spendingLimit,
  locationIds,
});

/** An empty limit is none. */
const requestOf = <Given extends Partial<Values>>(values: Given): Given => ({
  ...values,
  ...(values.spendingLimit === '' && { spendingLimit: null }),
});

export function AddVendorDialog({ open, onClose }: DialogProps) {
  const create = useCreateVendor();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.add}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      objectId={undefined}
      initialValues={noVendor}
      onSubmit={(values, { idempotencyKey }) =>
        create.mutateAsync({ body: requestOf(values), idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <VendorFields vendor={undefined} />
    </FormDialog>
  );
}

export function EditVendorDialog({ vendor, open, onClose }: DialogProps & { vendor: Vendor }) {
  const update = useUpdateVendor();
  const { data: stores = [] } = useQuery(storesQuery);
  const words = new Map<unknown, string>([
    ...Object.entries(shared.category),
    ...stores.map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <FormDialog<Values>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      objectId={vendor.id}
      initialValues={valuesOf(vendor)}
      edits={{
        read: async () => {
          const { body, etag } = await readVendor(vendor.id);
          return { values: valuesOf(body), etag };
        },
        labels: strings.fields,
        show: (_name, value) =>
          Array.isArray(value)
            ? value.map((each) => words.get(each) ?? strings.archivedStore).join(', ')
            : undefined,
      }}
      onSubmit={(_values, { changes, ifMatch }) =>
        update.mutateAsync({ id: vendor.id, changes: requestOf(changes), ifMatch }).then(onClose)
      }
      onClose={onClose}
    >
      <VendorFields vendor={vendor} />
    </FormDialog>
  );
}

/** @param vendor the one that is edited */
function VendorFields({ vendor }: { vendor: Vendor | undefined }) {
  const { fields } = strings;
  const { data: stores } = useQuery(storesQuery);
  const { locationIds = [], allLocations = true } = vendor ?? {};
  // Archived stores are in no list.
  const others = locationIds.filter((each) => !stores?.some(({ id }) => id === each));
  return (
    <>
      <Form.Item name="name" label={fields.name} rules={fieldRules(limits.name, fields.name)}>
        <Input {...inputLimits(limits.name)} autoComplete="off" />
      </Form.Item>
      <Form.Item name="trades" label={fields.trades}>
        <Select
          mode="multiple"
          placeholder={strings.noTrades}
          options={Object.entries(shared.category).map(([value, label]) => ({ value, label }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="phone" label={fields.phone} rules={lengthRules(limits.phone)}>
        <Input {...inputLimits(limits.phone)} type="tel" autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={fields.email} rules={lengthRules(limits.email)}>
        <Input {...inputLimits(limits.email)} type="email" autoComplete="off" />
      </Form.Item>
      <AmountField
        name="spendingLimit"
        label={fields.spendingLimit}
        extra={strings.limitHint}
        placeholder={strings.noLimit}
      />
      <Form.Item name="locationIds" label={fields.locationIds}>
        <Select
          mode="multiple"
          // The only store of a vendor may have been removed.
          placeholder={allLocations || locationIds.length > 0 ? strings.allStores : strings.noStores}
          options={[
            ...(stores ?? []).map(({ id, name, storeNumber }) => ({
              value: id,
              label: shared.storeOption(name, storeNumber),
            })),
            ...others.map((value) => ({ value, label: stores ? strings.archivedStore : shared.loading })),
          ]}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
    </>
  );
}

export function DeleteVendorDialog({
  vendor,
  ...dialog
}: DialogProps & { vendor: Vendor; afterClose?: () => void }) {
  const remove = useDeleteVendor(vendor.id);
  return (
    <ConfirmDialog
      {...dialog}
      title={strings.deleteTitle}
      labels={{ submit: strings.delete, pending: strings.deleting }}
      prompt={strings.deletePrompt}
      subject={vendor.name}
      onConfirm={() => remove.mutateAsync().then(dialog.onClose)}
    />
  );
}
