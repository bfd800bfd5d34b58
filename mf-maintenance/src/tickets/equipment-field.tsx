import { Alert } from '@mainstay/ui/core';
import { Form, Select } from '@mainstay/ui/forms';
import { bodyOf } from '@mainstay/web-kit';
import { Optional } from '@mainstay/web-kit/fields';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { core } from '../api/core.ts';
import { strings } from '../strings.ts';
import { warrantyNotice } from '../costs/warranty.ts';
import { fieldStrings } from '../field-strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const equipmentQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['/api/equipment', { locationId, limit: 1000 }],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/equipment', { params: { query: { locationId, limit: 1000 } }, signal })),
  });

export type NamedEquipment = Pick<NonNullable<Ticket['equipment']>, 'id' | 'name'>;

/**
 * The form field `equipmentId`, of the store that the form around it has, with the notice of a warranty in force.
 * @param current that of an edited ticket, which may not be loaded yet, or retired by now
 */
export function EquipmentField({
  current,
  onChoose,
}: {
  current: Ticket['equipment'] | undefined;
  onChoose: ((equipment: NamedEquipment) => void) | undefined;
}) {
  const form = Form.useFormInstance();
  const locationId = Form.useWatch<string | undefined>('locationId');
  const equipmentId = Form.useWatch<string | null | undefined>('equipmentId');
  const {
    data: equipment = [],
    isFetching,
    isError,
  } = useQuery({ ...equipmentQuery(locationId ?? ''), enabled: locationId !== undefined });
  const before = useRef<{ locationId?: string | undefined; equipmentId?: string | null | undefined }>({});
  useEffect(() => {
    const was = before.current;
    before.current = { locationId, equipmentId };
    const isMoved = was.locationId !== undefined && was.locationId !== locationId;
    // That of another store would be refused. Somebody else's edit may bring both.
    if (isMoved && equipmentId && was.equipmentId === equipmentId)
      form.setFieldValue('equipmentId', undefined);
  }, [form, locationId, equipmentId]);
  const shown: NamedEquipment[] = equipment.filter(({ status }) => status !== 'retired');
  if (current && current.id === equipmentId && !shown.some(({ id }) => id === current.id))
    shown.push(current);
  const chosen = equipment.find(({ id }) => id === equipmentId);
  const warranty = warrantyNotice(chosen?.warrantyUntil, chosen?.location.timezone);
  return (
    <Form.Item
      name="equipmentId"
      label={<Optional label={fieldStrings.equipmentId} />}
      extra={warranty ? <Alert type="info" showIcon title={warranty} /> : null}
      {...(isError && { validateStatus: 'error', help: fieldStrings.equipmentFailed })}
    >
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        disabled={locationId === undefined}
        loading={isFetching}
        {...(locationId === undefined && { placeholder: fieldStrings.locationFirst })}
        notFoundContent={isFetching ? strings.loading : fieldStrings.noEquipment}
        options={shown.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: string | undefined) => {
          const named = shown.find((each) => each.id === id);
          if (named) onChoose?.(named);
        }}
      />
    </Form.Item>
  );
}
