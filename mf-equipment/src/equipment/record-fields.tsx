import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { inputLimits, lengthRules } from '@mainstay/web-kit';
import { AmountField, DayField } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';
import styles from './equipment-fields.module.css';
import { vendorsOfStoreQuery } from './equipment.queries.ts';

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
  return (
    <>
      <Group title={strings.record.title}>
        <TextField name="manufacturer" />
        <TextField name="model" />
        <TextField name="serial" />
        <DayField name="installedOn" label={strings.fields.installedOn} from="1900-01-01" years={1} />
        <VendorField {...vendors} />
        <AmountField
          name="replacementCost"
          label={strings.fields.replacementCost}
          placeholder={strings.record.amountPlaceholder}
        />
        <LongField name="notes" />
      </Group>
      <Group title={strings.record.warranty}>
        <DayField name="warrantyUntil" label={strings.fields.warrantyUntil} from="1900-01-01" years={100} />
        <LongField name="warrantyNote" />
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

function TextField({ name }: { name: 'manufacturer' | 'model' | 'serial' }) {
  return (
    <Form.Item name={name} label={strings.fields[name]} rules={lengthRules(limits[name])}>
      <Input {...inputLimits(limits[name])} autoComplete="off" />
    </Form.Item>
  );
}

function LongField({ name }: { name: 'notes' | 'warrantyNote' }) {
  return (
    <div className={styles.wide}>
      <Form.Item name={name} label={strings.fields[name]} rules={lengthRules(limits[name])}>
        <Input.TextArea {...inputLimits(limits[name])} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
    </div>
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
    <Form.Item name="vendorId" label={strings.fields.vendorId}>
      <Select
        allowClear
        loading={isFetching}
        placeholder={strings.record.noVendor}
        notFoundContent={isChosen ? strings.record.noVendors : strings.record.storeFirst}
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
