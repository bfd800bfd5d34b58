import { ConfirmDialog, FormDialog } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import styles from './location-dialogs.module.css';
import { emptyLocation, LocationFields, type LocationValues } from './location-fields.tsx';
import {
  type Location,
  readLocation,
  useCreateLocation,
  useDeleteLocation,
  useUpdateLocation,
} from './locations.queries.ts';
import { defaultTimezoneQuery } from './time-zones.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddLocationDialog({ open, onClose }: DialogProps) {
  const create = useCreateLocation();
  const { data: timezone } = useQuery(defaultTimezoneQuery);
  return (
    <FormDialog<LocationValues>
      open={open}
      title={strings.add}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      initialValues={{ ...emptyLocation, timezone }}
      onSubmit={({ timezone: chosen, ...fields }, { idempotencyKey }) => {
        const body = { ...fields, ...(chosen !== undefined && { timezone: chosen }) };
        return create.mutateAsync({ body, idempotencyKey }).then(onClose);
      }}
      onClose={onClose}
    >
      <LocationFields timezone={timezone} />
    </FormDialog>
  );
}

const valuesOf = ({ phone, ...location }: Location): LocationValues => {
  const { name, storeNumber, address, city, state, zipCode, status, timezone } = location;
  return { name, storeNumber, address, city, state, zipCode, status, timezone, phone: phone ?? '' };
};

export function EditLocationDialog({ location, open, onClose }: DialogProps & { location: Location }) {
  const update = useUpdateLocation(location.id);
  return (
    <FormDialog<LocationValues>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      initialValues={valuesOf(location)}
      edits={{
        read: () => readLocation(location.id).then(({ body, etag }) => ({ values: valuesOf(body), etag })),
        labels: strings.fields,
        show: (_name, value) =>
          value === 'active' || value === 'inactive' ? strings.status[value] : undefined,
      }}
      // Send only changed fields, to keep another user's changes to the others.
      onSubmit={(_values, { changes, ifMatch }) => update.mutateAsync({ changes, ifMatch }).then(onClose)}
      onClose={onClose}
    >
      <LocationFields timezone={location.timezone} />
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
    <ConfirmDialog
      open={open}
      title={strings.deleteTitle}
      labels={{ submit: strings.delete, pending: strings.deleting }}
      prompt={strings.deletePrompt}
      subject={
        <>
          {location.name} <span className={styles.number}>{strings.storeNumber(location.storeNumber)}</span>
        </>
      }
      onConfirm={() => remove.mutateAsync().then(onClose)}
      onClose={onClose}
      afterClose={afterClose}
    />
  );
}
