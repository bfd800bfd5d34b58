import { Tabs } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { isApiError, OnlineButton } from '@mainstay/web-kit';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type EntryErrors, type OpeningHoursFieldsProps } from './opening-hours/opening-hours-fields.tsx';
import { type OpeningHours, readOpeningHours } from './opening-hours/opening-hours.queries.ts';
import { strings } from '../strings.ts';
import styles from './location-dialogs.module.css';
import { emptyLocation, LocationFields, type LocationValues } from './location-fields.tsx';
import {
  type Location,
  readLocation,
  useArchiveLocation,
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
      objectId={undefined}
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

// Few edits concern the hours.
const LazyHoursFields = lazy(() => import('./opening-hours/opening-hours-fields.tsx'));

const isOpeningHours = (value: unknown): value is OpeningHours =>
  typeof value === 'object' && value !== null && 'hours' in value && 'closures' in value;

type HoursFieldsProps = Partial<Pick<OpeningHoursFieldsProps, 'value' | 'onChange'>> &
  Omit<OpeningHoursFieldsProps, 'value' | 'onChange'>;

/** The form gives `value` and `onChange`. */
function HoursFields({ value, onChange, ...rest }: HoursFieldsProps) {
  return value && onChange ? (
    <Suspense fallback={<div aria-busy="true" />}>
      <LazyHoursFields value={value} onChange={onChange} {...rest} />
    </Suspense>
  ) : (
    <p>{strings.openingHours.notThere}</p>
  );
}

type EditedValues = LocationValues & { openingHours: OpeningHours | undefined };

/** Both have the ETag of the location; of two versions, saving with the older one finds the conflict. */
const readEdited = async (id: string) => {
  const location = await readLocation(id);
  const openingHours = await readOpeningHours(id);
  return { values: { ...valuesOf(location.body), openingHours }, etag: location.etag };
};

export function EditLocationDialog({ location, open, onClose }: DialogProps & { location: Location }) {
  const update = useUpdateLocation(location.id);
  const [tab, setTab] = useState('details');
  const [errors, setErrors] = useState<EntryErrors>({});
  const [revision, setRevision] = useState(0);
  const close = () => {
    setTab('details');
    setErrors({});
    onClose();
  };
  return (
    <FormDialog<EditedValues>
      open={open}
      title={strings.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      objectId={location.id}
      initialValues={valuesOf(location)}
      edits={{
        read: () => readEdited(location.id),
        revision,
        labels: { ...strings.fields, openingHours: strings.tabs.hours },
        show: (_name, value) => {
          if (value === 'active' || value === 'inactive') return strings.status[value];
          return isOpeningHours(value)
            ? strings.openingHours.summary(value.hours.length, value.closures.length)
            : undefined;
        },
      }}
      // Send only changed fields, to keep another user's changes to the others.
      onSubmit={(_values, { changes: { openingHours, ...changes }, ifMatch }) => {
        setErrors({});
        let areHoursSaved = false;
        const onHoursSaved = () => {
          areHoursSaved = true;
        };
        const edit = { changes, openingHours, ifMatch, onHoursSaved };
        return update.mutateAsync(edit).then(close, (error: unknown) => {
          if (isApiError(error) && error.errors) {
            setErrors(error.errors);
            const isOfHours = Object.keys(error.errors).some((name) => /^(hours|closures)\b/.test(name));
            setTab(isOfHours ? 'hours' : 'details');
          }
          if (areHoursSaved) setRevision((before) => before + 1);
          throw error;
        });
      }}
      onClose={close}
    >
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'details',
            label: strings.tabs.details,
            forceRender: true,
            children: <LocationFields timezone={location.timezone} />,
          },
          {
            key: 'hours',
            label: strings.tabs.hours,
            // The form knows only mounted fields.
            forceRender: true,
            children: (
              <Form.Item name="openingHours" noStyle>
                <HoursFields errors={errors} timezone={location.timezone} />
              </Form.Item>
            ),
          },
        ]}
      />
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
  const archive = useArchiveLocation(location.id);
  return (
    <ConfirmDialog
      open={open}
      title={strings.deleteTitle}
      labels={{ submit: strings.delete, pending: strings.deleting }}
      prompt={strings.deletePrompt}
      subject={
        <>
          {location.name} <span className={styles.number}>{strings.storeNumber(location.storeNumber)}</span>
          <span className={styles.instead}>
            {strings.archiveHint}{' '}
            <OnlineButton
              size="small"
              loading={archive.isPending}
              disabled={remove.isPending}
              onClick={() => archive.mutate(undefined, { onSuccess: onClose })}
            >
              {strings.archiveInstead}
            </OnlineButton>
          </span>
        </>
      }
      onConfirm={() => remove.mutateAsync().then(onClose)}
      onClose={onClose}
      afterClose={afterClose}
    />
  );
}
