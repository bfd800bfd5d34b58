import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
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

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const emptiable = ['installedOn', 'vendorId', 'replacementCost', 'warrantyUntil'] as const;

/** What is left empty, or cleared, is null: the server does so itself with texts. */
const requestOf = <Given extends Partial<EquipmentValues>>(given: Given): Given => ({
  ...given,
  ...Object.fromEntries(
    emptiable.filter((name) => name in given && !given[name]).map((name) => [name, null]),
  ),
});

/** @param store selected from the start */
export function AddEquipmentDialog({ store, open, onClose }: DialogProps & { store: Store | undefined }) {
  const create = useCreateEquipment();
  return (
    <FormDialog<EquipmentValues>
      open={open}
      title={strings.add}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      objectId={undefined}
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

export function EditEquipmentDialog({ equipment, open, onClose }: DialogProps & { equipment: Equipment }) {
  const update = useUpdateEquipment(equipment.id);
  // The words of what is chosen, with the stores and vendors that this dialog meets, to show them when two edits conflict.
  const [words] = useState(
    () => new Map<unknown, string>([...Object.entries(strings.category), ...Object.entries(strings.status)]),
  );
  const learn = ({ id, name }: { id: string; name: string }) => void words.set(id, name);
  return (
    <FormDialog<EquipmentValues>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      objectId={equipment.id}
      initialValues={valuesOf(equipment)}
      edits={{
        read: async () => {
          const { body, etag } = await readEquipment(equipment.id);
          for (const each of [equipment, body]) {
            learn(each.location);
            if (each.vendor) learn(each.vendor);
          }
          return { values: valuesOf(body), etag };
        },
        labels: strings.fields,
        show: (name, value) => {
          if (choices.includes(name)) return words.get(value);
          return days.includes(name) && typeof value === 'string' && value ? dayInWords(value) : undefined;
        },
      }}
      // Send only changed fields, to keep another user's changes to the others.
      onSubmit={(_values, { changes, ifMatch }) =>
        update.mutateAsync({ changes: requestOf(changes), ifMatch }).then(onClose)
      }
      onClose={onClose}
    >
      <EquipmentFields
        store={equipment.location}
        vendor={equipment.vendor}
        onChooseStore={learn}
        onChooseVendor={learn}
      />
    </FormDialog>
  );
}

export function DeleteEquipmentDialog({
  equipment,
  ...dialog
}: DialogProps & { equipment: Equipment; afterClose: () => void }) {
  const remove = useDeleteEquipment(equipment.id);
  return (
    <ConfirmDialog
      {...dialog}
      title={strings.deleteTitle}
      labels={{ submit: strings.delete, pending: strings.deleting }}
      prompt={strings.deletePrompt}
      subject={
        <>
          {equipment.name} <span className={styles.store}>{equipment.location.name}</span>
        </>
      }
      onConfirm={() => remove.mutateAsync().then(dialog.onClose)}
    />
  );
}
