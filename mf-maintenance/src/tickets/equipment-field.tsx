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

const equipmentQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['/api/equipment', { locationId, limit: 1000 }],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/equipment', { params: { query: { locationId, limit: 1000 } }, signal })),
  });

/** The form field `equipmentId`, of the store that the form around it has, with the notice of a warranty in force. */
export function EquipmentField() {
  const form = Form.useFormInstance();
  const locationId = Form.useWatch<string | undefined>('locationId');
  const equipmentId = Form.useWatch<string | undefined>('equipmentId');
  const {
    data: equipment = [],
    isFetching,
    isError,
  } = useQuery({ ...equipmentQuery(locationId ?? ''), enabled: locationId !== undefined });
  const before = useRef<string>(undefined);
  useEffect(() => {
    // That of another store would be refused.
    if (before.current !== undefined) form.setFieldValue('equipmentId', undefined);
    before.current = locationId;
  }, [form, locationId]);
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
        options={equipment
          .filter(({ status }) => status !== 'retired')
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  );
}
