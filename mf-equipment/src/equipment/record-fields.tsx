import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import { AmountField, DayField, fieldsOf, LongTextField, TextField } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import styles from './equipment-fields.module.css';
import { vendorsOfStoreQuery } from './equipment.queries.ts';
import { recordStrings } from './record-strings.ts';
import { fieldStrings as fields } from '../field-strings.ts';

const field = fieldsOf(fields, limits);

/** What is recorded of a piece of equipment. Days are like `2027-03-05`, the cost is like `4200.00`. */
export type RecordValues = Pick<
  Equipment,
  | 'manufacturer'
  | 'model'
  | 'serial'
  | 'installedOn'
  | 'vendorId'
  | 'replacementCost'
  | 'notes'
  | 'warrantyUntil'
  | 'warrantyNote'
>;

interface VendorProps {
  /** The initial one, which may be inactive by now. */
  vendor: Equipment['vendor'];
  onChooseVendor: ((vendor: NonNullable<Equipment['vendor']>) => void) | undefined;
}

/** The groups Record and Warranty. */
export function RecordFields(vendors: VendorProps) {
  const long = (name: 'notes' | 'warrantyNote') => (
    <div className={styles.wide}>
      <LongTextField {...field(name)} rows={[2, 8]} />
    </div>
  );
  return (
    <>
      <Group title={recordStrings.title}>
        <TextField {...field('manufacturer')} />
        <TextField {...field('model')} />
        <TextField {...field('serial')} />
        <DayField name="installedOn" label={fields.installedOn} from="1900-01-01" years={1} />
        <VendorField {...vendors} />
        <AmountField
          name="replacementCost"
          label={fields.replacementCost}
          placeholder={recordStrings.amountPlaceholder}
        />
        {long('notes')}
      </Group>
      <Group title={recordStrings.warranty}>
        <DayField name="warrantyUntil" label={fields.warrantyUntil} from="1900-01-01" years={100} />
        {long('warrantyNote')}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

/** The active vendors that serve the chosen store. */
function VendorField({ vendor, onChooseVendor }: VendorProps) {
  const locationId: unknown = Form.useWatch('locationId');
  const isChosen = typeof locationId === 'string';
  const { data: vendors = [], isFetching } = useQuery({
    ...vendorsOfStoreQuery(isChosen ? locationId : ''),
    enabled: isChosen,
  });
  // One that was deactivated meanwhile keeps its name.
  const all = vendor && !vendors.some(({ id }) => id === vendor.id) ? [...vendors, vendor] : vendors;
  return (
    <Form.Item name="vendorId" label={fields.vendorId}>
      <Select
        allowClear
        loading={isFetching}
        placeholder={recordStrings.noVendor}
        notFoundContent={isChosen ? recordStrings.noVendors : recordStrings.storeFirst}
        options={all.map(({ id, name }) => ({ value: id, label: name }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen: string | undefined) => {
          const found = all.find(({ id }) => id === chosen);
          if (found) onChooseVendor?.(found);
        }}
      />
    </Form.Item>
  );
}
