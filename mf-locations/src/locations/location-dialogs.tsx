import { Tabs } from '@mainstay/ui/core';
import { late } from '@mainstay/ui/base';
import { Form } from '@mainstay/ui/forms';
import { isApiError, LoadFailed, OnlineButton } from '@mainstay/web-kit';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { EditDialog } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
  useRestoreLocation,
  useUpdateLocation,
} from './locations.queries.ts';
import { defaultTimezoneQuery } from './time-zones.ts';

export function AddLocationDialog({ open, onClose }: OpenedDialog) {
  const create = useCreateLocation();
  const { data: timezone } = useQuery(defaultTimezoneQuery);
  return (
    <FormDialog<LocationValues>
      open={open}
      title={strings.add}
      labels={{ submit: strings.add, pending: strings.adding }}
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

type EditedValues = LocationValues & { openingHours?: OpeningHours | undefined };
type EditedLocation = Location & Pick<EditedValues, 'openingHours'>;

const valuesOf = ({ phone, ...location }: EditedLocation): EditedValues => {
  const { name, storeNumber, address, city, state, zipCode, status, timezone, openingHours } = location;
  const fields = { name, storeNumber, address, city, state, zipCode, status, timezone, openingHours };
  return { ...fields, phone: phone ?? '' };
};

// Few edits concern the hours.
const hoursFields = late(() => import('./opening-hours/opening-hours-fields.tsx'));

const isOpeningHours = (value: unknown): value is OpeningHours =>
  typeof value === 'object' && value !== null && 'hours' in value && 'closures' in value;

type HoursFieldsProps = Partial<Pick<OpeningHoursFieldsProps, 'value' | 'onChange'>> &
  Omit<OpeningHoursFieldsProps, 'value' | 'onChange'>;

/** The form gives `value` and `onChange`. */
function HoursFields({ value, onChange, ...rest }: HoursFieldsProps) {
  const { part, failure, retry } = hoursFields.usePart(Boolean(value));
  if (!value || !onChange) return <p>{strings.openingHours.notThere}</p>;
  if (part) return <part.default value={value} onChange={onChange} {...rest} />;
  if (!failure) return <div aria-busy="true" />;
  return <LoadFailed title={strings.openingHours.notLoaded} onRetry={retry} />;
}

/** Both have the ETag of the location; of two versions, saving with the older one finds the conflict. */
const readEdited = async (id: string) => {
  const { body, etag } = await readLocation(id);
  return { body: { ...body, openingHours: await readOpeningHours(id) }, etag };
};

export function EditLocationDialog({ location, open, onClose }: OpenedDialog & { location: Location }) {
  const update = useUpdateLocation();
  const [tab, setTab] = useState('details');
  const [errors, setErrors] = useState<EntryErrors>({});
  const [revision, setRevision] = useState(0);
  const close = () => {
    setTab('details');
    setErrors({});
    onClose();
  };
  return (
    <EditDialog<EditedValues, EditedLocation>
      open={open}
      thing={location}
      read={readEdited}
      valuesOf={valuesOf}
      revision={revision}
      title={strings.editTitle}
      labels={{ ...strings.fields, openingHours: strings.tabs.hours }}
      show={(_name, value) => {
        if (value === 'active' || value === 'inactive') return strings.status[value];
        return isOpeningHours(value)
          ? strings.openingHours.summary(value.hours.length, value.closures.length)
          : undefined;
      }}
      send={({ changes: { openingHours, ...changes }, ...version }) => {
        setErrors({});
        let areHoursSaved = false;
        const onHoursSaved = () => {
          areHoursSaved = true;
        };
        const edit = { ...version, changes, openingHours, onHoursSaved };
        return update.mutateAsync(edit).catch((error: unknown) => {
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
      <LocationTabs tab={tab} onTab={setTab} errors={errors} timezone={location.timezone} />
    </EditDialog>
  );
}

/** The fields of a location, and its opening hours. */
function LocationTabs({
  tab,
  onTab,
  ...hours
}: {
  tab: string;
  onTab: (tab: string) => void;
  errors: EntryErrors;
  timezone: string;
}) {
  return (
    <Tabs
      activeKey={tab}
      onChange={onTab}
      items={[
        {
          key: 'details',
          label: strings.tabs.details,
          forceRender: true,
          children: <LocationFields timezone={hours.timezone} />,
        },
        {
          key: 'hours',
          label: strings.tabs.hours,
          // The form knows only mounted fields.
          forceRender: true,
          children: (
            <Form.Item name="openingHours" noStyle>
              <HoursFields {...hours} />
            </Form.Item>
          ),
        },
      ]}
    />
  );
}

export function DeleteLocationDialog({
  location,
  ...dialog
}: OpenedDialog & { location: Location; afterClose: () => void }) {
  const remove = useDeleteLocation();
  const archive = useArchiveLocation();
  const restore = useRestoreLocation();
  const { id } = location;
  return (
    <ConfirmDialog
      {...dialog}
      title={strings.deleteTitle}
      prompt={strings.deletePrompt}
      subject={
        <>
          {location.name} <span className={styles.soft}>{strings.storeNumber(location.storeNumber)}</span>
        </>
      }
      alternative={
        <OnlineButton
          loading={archive.isPending}
          disabled={remove.isPending}
          onClick={() =>
            archive.mutate({ id, undo: () => restore.mutate(id) }, { onSuccess: dialog.onClose })
          }
        >
          {strings.archiveInstead}
        </OnlineButton>
      }
      onConfirm={() => remove.mutateAsync(id).then(dialog.onClose)}
    >
      <p className={styles.soft}>{strings.archiveHint}</p>
    </ConfirmDialog>
  );
}
