import { startChecklistRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import { bodyOf } from '@mainstay/web-kit';
import { Optional } from '@mainstay/web-kit/fields';
import { FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { core } from '../api/core.ts';
import { ChecklistField } from '../checklists/checklist-field.tsx';
import { fieldStrings } from '../field-strings.ts';
import { LocationField } from '../locations/location-field.tsx';
import { runStrings as strings } from './run-strings.ts';
import { type Run, useStartOnTicket, useStartRun } from './runs.queries.ts';

interface Values {
  checklistId: string;
  locationId: string;
  equipmentId?: string | null;
}

const labels = { submit: strings.start, pending: strings.starting };

/** Starts a checklist as a walk of a store. */
export function StartDialog({ onStarted, ...dialog }: OpenedDialog & { onStarted: (run: Run) => void }) {
  const start = useStartRun();
  return (
    <FormDialog<Values>
      {...dialog}
      title={strings.startTitle}
      labels={labels}
      initialValues={{}}
      onSubmit={async ({ equipmentId, ...body }, { idempotencyKey }) =>
        onStarted(
          await start.mutateAsync({ body: { ...body, equipmentId: equipmentId ?? null }, idempotencyKey }),
        )
      }
    >
      <ChecklistField />
      <LocationField limits={limits.locationId} current={undefined} />
      <EquipmentOfStore />
    </FormDialog>
  );
}

/** Starts a checklist for a ticket, in whose store it is. */
export function StartOnTicketDialog({
  ticketId,
  onStarted,
  ...dialog
}: OpenedDialog & { ticketId: string; onStarted: (run: Run) => void }) {
  const start = useStartOnTicket();
  return (
    <FormDialog<Pick<Values, 'checklistId'>>
      {...dialog}
      title={strings.startTitle}
      labels={labels}
      objectId={ticketId}
      initialValues={{}}
      onSubmit={async (values, { idempotencyKey }) =>
        onStarted(await start.mutateAsync({ body: { ...values, ticketId }, idempotencyKey }))
      }
    >
      <ChecklistField />
    </FormDialog>
  );
}

const equipmentQuery = (locationId: string) => {
  const query = { locationId, limit: 1000 };
  return queryOptions({
    queryKey: ['/api/equipment', query],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/equipment', { params: { query }, signal })),
  });
};

/** The form field `equipmentId`, of the store that the form around it has. */
function EquipmentOfStore() {
  const form = Form.useFormInstance();
  const locationId = Form.useWatch<string | undefined>('locationId');
  const equipmentId = Form.useWatch<string | null | undefined>('equipmentId');
  const query = useQuery({ ...equipmentQuery(locationId ?? ''), enabled: locationId !== undefined });
  const options = (query.data ?? [])
    .filter(({ id, status }) => status !== 'retired' || id === equipmentId)
    .map(({ id, name }) => ({ value: id, label: name }));
  // That of another store would be refused.
  const isOfOther = query.data !== undefined && !options.some(({ value }) => value === equipmentId);
  useEffect(() => {
    if (isOfOther && equipmentId) form.setFieldValue('equipmentId', undefined);
  }, [form, isOfOther, equipmentId]);
  return (
    <Form.Item
      name="equipmentId"
      label={<Optional label={fieldStrings.equipmentId} />}
      {...(query.isError && { validateStatus: 'error', help: fieldStrings.equipmentFailed })}
    >
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        disabled={locationId === undefined}
        loading={query.isFetching}
        {...(locationId === undefined && { placeholder: fieldStrings.locationFirst })}
        notFoundContent={fieldStrings.noEquipment}
        options={options}
      />
    </Form.Item>
  );
}
