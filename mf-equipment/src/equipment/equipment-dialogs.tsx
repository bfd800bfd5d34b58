import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { EditDialog } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { type Equipment, type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
import { dayInWords } from './days.ts';
import styles from './equipment-dialogs.module.css';
import { EquipmentFields, type EquipmentValues } from './equipment-fields.tsx';
import {
  readEquipment,
  useCreateEquipment,
  useDeleteEquipment,
  useUpdateEquipment,
} from './equipment.queries.ts';
import { recordStrings } from './record-strings.ts';
import { fieldStrings } from '../field-strings.ts';

const emptiable = ['installedOn', 'vendorId', 'replacementCost', 'warrantyUntil'] as const;

/** What is left empty, or cleared, is null: the server does so itself with texts. */
const requestOf = <Given extends Partial<EquipmentValues>>(given: Given): Given => ({
  ...given,
  ...Object.fromEntries(
    emptiable.filter((name) => name in given && !given[name]).map((name) => [name, null]),
  ),
});

/** @param store selected from the start */
export function AddEquipmentDialog({ store, open, onClose }: OpenedDialog & { store: Store | undefined }) {
  const create = useCreateEquipment();
  return (
    <FormDialog<EquipmentValues>
      open={open}
      title={strings.add}
      labels={{ submit: strings.add, pending: recordStrings.adding }}
      initialValues={{ name: '', ...(store && { locationId: store.id }), status: 'in_service' }}
      onSubmit={(body, { idempotencyKey }) =>
        create.mutateAsync({ body: requestOf(body), idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <EquipmentFields store={store} />
    </FormDialog>
  );
}

const valuesOf = (equipment: Equipment): EquipmentValues => {
  const { name, locationId, category, status, manufacturer, model, serial, installedOn, notes } = equipment;
  const { vendorId, replacementCost, warrantyUntil, warrantyNote } = equipment;
  const record = { manufacturer, model, serial, installedOn, vendorId, replacementCost, notes };
  return { name, locationId, category, status, ...record, warrantyUntil, warrantyNote };
};

const choices: readonly string[] = ['locationId', 'vendorId', 'category', 'status'];
const days: readonly string[] = ['installedOn', 'warrantyUntil'];

export function EditEquipmentDialog({ equipment, ...dialog }: OpenedDialog & { equipment: Equipment }) {
  const update = useUpdateEquipment();
  // The words of what is chosen, with the stores and vendors that this dialog meets, to show them when two edits
  // conflict.
  const [words] = useState(
    () => new Map<unknown, string>([...Object.entries(strings.category), ...Object.entries(strings.status)]),
  );
  const learn = ({ id, name }: { id: string; name: string }) => void words.set(id, name);
  return (
    <EditDialog<EquipmentValues, Equipment>
      {...dialog}
      thing={equipment}
      read={async (id) => {
        const version = await readEquipment(id);
        for (const each of [equipment, version.body]) {
          learn(each.location);
          if (each.vendor) learn(each.vendor);
        }
        return version;
      }}
      valuesOf={valuesOf}
      title={recordStrings.editTitle}
      labels={fieldStrings}
      show={(name, value) => {
        if (choices.includes(name)) return words.get(value);
        return days.includes(name) && typeof value === 'string' && value ? dayInWords(value) : undefined;
      }}
      send={({ changes, ...version }) => update.mutateAsync({ ...version, changes: requestOf(changes) })}
    >
      <EquipmentFields
        store={equipment.location}
        vendor={equipment.vendor}
        onChooseStore={learn}
        onChooseVendor={learn}
      />
    </EditDialog>
  );
}

export function DeleteEquipmentDialog({
  equipment,
  ...dialog
}: OpenedDialog & { equipment: Equipment; afterClose: () => void }) {
  const remove = useDeleteEquipment();
  return (
    <ConfirmDialog
      {...dialog}
      title={recordStrings.deleteTitle}
      prompt={recordStrings.deletePrompt}
      subject={
        <>
          {equipment.name} <span className={styles.store}>{equipment.location.name}</span>
        </>
      }
      onConfirm={() => remove.mutateAsync(equipment.id).then(dialog.onClose)}
    />
  );
}
