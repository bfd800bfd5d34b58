import { createVendorRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import {
  AmountField,
  EditDialog,
  fieldsOf,
  labelledOptions,
  LimitedField,
  Optional,
  TextField,
} from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
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

const field = fieldsOf(strings.fields, limits);

interface Values {
  name: string;
  trades: Trade[];
  email: string | null;
  phone: string | null;
  spendingLimit: string | null;
  language: NonNullable<Vendor['language']>;
  locationIds: string[];
}

const noVendor: Values = {
  name: '',
  trades: [],
  email: '',
  phone: '',
  spendingLimit: '',
  language: 'en',
  locationIds: [],
};

const valuesOf = ({
  name,
  trades,
  email,
  phone,
  spendingLimit,
  language = 'en',
  locationIds,
}: Vendor): Values => ({
  name,
  trades,
  email,
  phone,
  spendingLimit,
  language,
  locationIds,
});

/** An empty limit is none. */
const requestOf = <Given extends Partial<Values>>(values: Given): Given => ({
  ...values,
  ...(values.spendingLimit === '' && { spendingLimit: null }),
});

export function AddVendorDialog({ open, onClose }: OpenedDialog) {
  const create = useCreateVendor();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.add}
      labels={{ submit: strings.add, pending: strings.adding }}
      initialValues={noVendor}
      onSubmit={({ language, ...values }, { idempotencyKey }) =>
        create
          .mutateAsync({
            // English is the default, which a service of the version before does not know.
            body: { ...requestOf(values), ...(language !== 'en' && { language }) },
            idempotencyKey,
          })
          .then(onClose)
      }
      onClose={onClose}
    >
      <VendorFields vendor={undefined} />
    </FormDialog>
  );
}

export function EditVendorDialog({ vendor, ...dialog }: OpenedDialog & { vendor: Vendor }) {
  const update = useUpdateVendor();
  const { data: stores = [] } = useQuery(storesQuery);
  const words = new Map<unknown, string>([
    ...Object.entries(shared.category),
    ...Object.entries(strings.languages),
    ...stores.map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <EditDialog<Values, Vendor>
      {...dialog}
      thing={vendor}
      read={readVendor}
      valuesOf={valuesOf}
      title={strings.editTitle}
      labels={strings.fields}
      show={(_name, value) =>
        Array.isArray(value)
          ? value.map((each) => words.get(each) ?? strings.archivedStore).join(', ')
          : typeof value === 'string'
            ? words.get(value)
            : undefined
      }
      send={({ changes, ...version }) => update.mutateAsync({ ...version, changes: requestOf(changes) })}
    >
      <VendorFields vendor={vendor} />
    </EditDialog>
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
      <TextField {...field('name')} />
      <Form.Item name="trades" label={<Optional label={fields.trades} />}>
        <Select
          mode="multiple"
          placeholder={strings.noTrades}
          options={labelledOptions(shared.category)}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <TextField {...field('phone')} isOptional type="tel" />
      <TextField {...field('email')} isOptional type="email" />
      <LimitedField {...field('language')} extra={strings.languageHint}>
        <Select options={labelledOptions(strings.languages)} />
      </LimitedField>
      <AmountField
        name="spendingLimit"
        label={fields.spendingLimit}
        isOptional
        extra={strings.limitHint}
        placeholder={strings.noLimit}
      />
      <Form.Item name="locationIds" label={<Optional label={fields.locationIds} />}>
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

export function DeleteVendorDialog({ vendor, ...dialog }: OpenedDialog & { vendor: Vendor }) {
  const remove = useDeleteVendor();
  return (
    <ConfirmDialog
      {...dialog}
      title={strings.deleteTitle}
      prompt={strings.deletePrompt}
      subject={vendor.name}
      onConfirm={() => remove.mutateAsync(vendor.id).then(dialog.onClose)}
    />
  );
}
