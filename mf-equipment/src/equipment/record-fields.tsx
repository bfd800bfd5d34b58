import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import {
  AmountField,
  DayField,
  fieldsOf,
  LongTextField,
  Optional,
  Pair,
  TextField,
} from '@mainstay/web-kit/fields';
import { useIsPhone } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Equipment } from '../api/core.ts';
import styles from './record-fields.module.css';
import { vendorsOfStoreQuery } from './equipment.queries.ts';
import { recordStrings } from './record-strings.ts';
import { fieldStrings as fields } from '../field-strings.ts';

const field = fieldsOf(fields, limits);

const inRecord = [
  'manufacturer',
  'model',
  'serial',
  'installedOn',
  'vendorId',
  'replacementCost',
  'notes',
] as const;
const ofWarranty = ['warrantyUntil', 'warrantyNote'] as const;

/** The names of what may be recorded of a piece of equipment. */
export const recordNames = [...inRecord, ...ofWarranty];

/** What is recorded of a piece of equipment. Days are like `2027-03-05`, the cost is like `4200.00`. */
export type RecordValues = Pick<Equipment, (typeof recordNames)[number]>;

interface VendorProps {
  /** The initial one, which may be inactive by now. */
  vendor: Equipment['vendor'];
  onChooseVendor: ((vendor: NonNullable<Equipment['vendor']>) => void) | undefined;
}

/** The groups Record and Warranty. On a phone those that are empty are folded. */
export function RecordFields(vendors: VendorProps) {
  return (
    <>
      <Group title={recordStrings.title} names={inRecord}>
        <Pair>
          <TextField {...field('manufacturer')} isOptional />
          <TextField {...field('model')} isOptional />
        </Pair>
        <Pair>
          <TextField {...field('serial')} isOptional />
          <DayField name="installedOn" label={fields.installedOn} isOptional from="1900-01-01" years={1} />
        </Pair>
        <Pair>
          <VendorField {...vendors} />
          <AmountField
            name="replacementCost"
            label={fields.replacementCost}
            isOptional
            placeholder={recordStrings.amountPlaceholder}
          />
        </Pair>
        <LongTextField {...field('notes')} rows={[2, 8]} isOptional />
      </Group>
      <Group title={recordStrings.warranty} names={ofWarranty}>
        <DayField
          name="warrantyUntil"
          label={fields.warrantyUntil}
          isOptional
          from="1900-01-01"
          years={100}
        />
        <LongTextField {...field('warrantyNote')} rows={[2, 8]} isOptional />
      </Group>
    </>
  );
}

function Group({ title, names, children }: { title: string; names: readonly string[]; children: ReactNode }) {
  const form = Form.useFormInstance();
  const isPhone = useIsPhone();
  // Later it is what people make of it.
  const [isOpen] = useState(() => !isPhone || names.some((name) => form.getFieldValue(name)));
  return (
    <details className={styles.group} aria-label={title} open={isOpen}>
      <summary className={styles.legend}>{title}</summary>
      {children}
    </details>
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
    <Form.Item name="vendorId" label={<Optional label={fields.vendorId} />}>
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
