import { createEquipmentRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fieldRules, inputLimits } from '@mainstay/web-kit';
import { type Equipment, type Store } from '../api/core.ts';
import { StoreField } from '../locations/store-field.tsx';
import { strings } from '../strings.ts';
import styles from './equipment-fields.module.css';
import { categoryOptions, statusOptions } from './equipment-options.ts';
import { RecordFields, type RecordValues } from './record-fields.tsx';

export type EquipmentValues = RecordValues & Pick<Equipment, 'name' | 'locationId' | 'category' | 'status'>;

/**
 * The fields of the add and edit dialogs. @param store the initial one, which may not be loaded yet @param vendor likewise
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
  const { fields } = strings;
  return (
    <>
      <div className={styles.fields}>
        <div className={styles.wide}>
          <Form.Item name="name" label={fields.name} rules={fieldRules(limits.name, fields.name)}>
            <Input {...inputLimits(limits.name)} placeholder={strings.namePlaceholder} autoComplete="off" />
          </Form.Item>
        </div>
        <div className={styles.wide}>
          <StoreField current={store} onChoose={onChooseStore} />
        </div>
        <Form.Item
          name="category"
          label={fields.category}
          rules={fieldRules(limits.category, fields.category)}
        >
          <Select options={categoryOptions} placeholder={strings.categoryPlaceholder} />
        </Form.Item>
        <Form.Item name="status" label={fields.status}>
          <Select options={statusOptions} />
        </Form.Item>
      </div>
      <RecordFields vendor={vendor} onChooseVendor={onChooseVendor} />
    </>
  );
}
