import { ConfirmDialog, FormDialog } from '@mainstay/web-kit';
import { useState } from 'react';
import { type Equipment, type Store } from '../api/core.ts';
import { strings } from '../strings.ts';
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

/** @param store selected from the start */
export function AddEquipmentDialog({ store, open, onClose }: DialogProps & { store: Store | undefined }) {
  const create = useCreateEquipment();
  return (
    <FormDialog<EquipmentValues>
      open={open}
      title={strings.add}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      initialValues={{ name: '', ...(store && { locationId: store.id }), status: 'in_service' }}
      onSubmit={(body, { idempotencyKey }) => create.mutateAsync({ body, idempotencyKey }).then(onClose)}
      onClose={onClose}
    >
      <EquipmentFields store={store} />
    </FormDialog>
  );
}

const valuesOf = ({ name, locationId, category, status }: Equipment): EquipmentValues => ({
  name,
  locationId,
  category,
  status,
});

const words = new Map<unknown, string>([
  ...Object.entries(strings.category),
  ...Object.entries(strings.status),
]);

export function EditEquipmentDialog({ equipment, open, onClose }: DialogProps & { equipment: Equipment }) {
  const update = useUpdateEquipment(equipment.id);
  // The names of the stores that this dialog meets, to show them when two edits conflict.
  const [stores] = useState(
    () => new Map<unknown, string>([[equipment.locationId, equipment.location.name]]),
  );
  return (
    <FormDialog<EquipmentValues>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      initialValues={valuesOf(equipment)}
      edits={{
        read: async () => {
          const { body, etag } = await readEquipment(equipment.id);
          stores.set(body.locationId, body.location.name);
          return { values: valuesOf(body), etag };
        },
        labels: strings.fields,
        show: (name, value) => {
          if (name === 'name') return undefined;
          return name === 'locationId' ? stores.get(value) : words.get(value);
        },
      }}
      // Send only changed fields, to keep another user's changes to the others.
      onSubmit={(_values, { changes, ifMatch }) => update.mutateAsync({ changes, ifMatch }).then(onClose)}
      onClose={onClose}
    >
      <EquipmentFields
        store={equipment.location}
        onChooseStore={({ id, name }) => void stores.set(id, name)}
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
