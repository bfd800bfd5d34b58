import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import { fieldRules } from '@mainstay/web-kit';
import {
  fieldsOf,
  labelledOptions,
  LimitedField,
  Pair,
  SearchSelect,
  TextField,
} from '@mainstay/web-kit/fields';
import { type Equipment, type Store } from '../api/core.ts';
import { stores } from '../locations/stores.ts';
import { strings } from '../strings.ts';
import { RecordFields, type RecordValues } from './record-fields.tsx';
import { recordStrings } from './record-strings.ts';
import { fieldStrings as fields } from '../field-strings.ts';

const field = fieldsOf(fields, limits);

export type EquipmentValues = RecordValues & Pick<Equipment, 'name' | 'locationId' | 'category' | 'status'>;

/**
 * The fields of the add and edit dialogs.
 * @param store the initial one, which may not be loaded yet
 * @param vendor likewise
 */
export function EquipmentFields({
  store,
  vendor = null,
  onChooseStore,
  onChooseVendor,
}: {
  store: Store | undefined;
  vendor?: Equipment['vendor'];
  onChooseStore?: (store: Store) => void;
  onChooseVendor?: (vendor: NonNullable<Equipment['vendor']>) => void;
}) {
  return (
    <>
      <TextField {...field('name')} placeholder={recordStrings.namePlaceholder} />
      <SearchSelect
        name="locationId"
        label={fields.locationId}
        rules={fieldRules(limits.locationId, fields.locationId)}
        {...stores}
        current={store}
        onChoose={onChooseStore}
      />
      <Pair>
        <LimitedField {...field('category')}>
          <Select
            options={labelledOptions(strings.category)}
            placeholder={recordStrings.categoryPlaceholder}
          />
        </LimitedField>
        <Form.Item name="status" label={fields.status}>
          <Select options={labelledOptions(strings.status)} />
        </Form.Item>
      </Pair>
      <RecordFields vendor={vendor} onChooseVendor={onChooseVendor} />
    </>
  );
}
