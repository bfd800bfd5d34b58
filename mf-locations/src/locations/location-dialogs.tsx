import { FormDialog } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import styles from './location-dialogs.module.css';
import { emptyLocation, LocationFields, type LocationValues } from './location-fields.tsx';
import {
  type Location,
  useCreateLocation,
  useDeleteLocation,
  useUpdateLocation,
} from './locations.queries.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddLocationDialog({ open, onClose }: DialogProps) {
  const create = useCreateLocation();
  return (
    <FormDialog<LocationValues>
      open={open}
      title={strings.add}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      initialValues={emptyLocation}
      onSubmit={(values) => create.mutateAsync(values).then(onClose)}
      onClose={onClose}
    >
      <LocationFields />
    </FormDialog>
  );
}

export function EditLocationDialog({ location, open, onClose }: DialogProps & { location: Location }) {
  const update = useUpdateLocation(location.id);
  const current: LocationValues = {
    name: location.name,
    storeNumber: location.storeNumber,
    address: location.address,
    city: location.city,
    state: location.state,
    zipCode: location.zipCode,
    phone: location.phone ?? '',
    status: location.status,
  };
  // Only what was changed is sent, so that another person's change of another field stays.
  const changed = (values: LocationValues): Partial<LocationValues> =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== current[name as keyof LocationValues]),
    );
  return (
    <FormDialog<LocationValues>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      initialValues={current}
      onSubmit={(values) => update.mutateAsync(changed(values)).then(onClose)}
      onClose={onClose}
    >
      <LocationFields />
    </FormDialog>
  );
}

export function DeleteLocationDialog({
  location,
  open,
  onClose,
  afterClose,
}: DialogProps & { location: Location; afterClose: () => void }) {
  const remove = useDeleteLocation(location.id);
  return (
    <FormDialog
      open={open}
      title={strings.deleteTitle}
      labels={{ cancel: strings.cancel, submit: strings.delete, pending: strings.deleting }}
      danger
      initialValues={{}}
      onSubmit={() => remove.mutateAsync().then(onClose)}
      onClose={onClose}
      afterClose={afterClose}
    >
      <p className={styles.prompt}>{strings.deletePrompt}</p>
      <p className={styles.subject}>
        {location.name} <span className={styles.number}>{strings.storeNumber(location.storeNumber)}</span>
      </p>
    </FormDialog>
  );
}
