import { Form, Select } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import { type Employee, locationsQuery, useAssignLocation } from './employees.queries.ts';

interface Values {
  locationId: string;
}

export function AssignLocationDialog({
  employee,
  open,
  onClose,
}: {
  employee: Employee;
  open: boolean;
  onClose: () => void;
}) {
  const assign = useAssignLocation(employee.id);
  const locations = useQuery(locationsQuery());
  return (
    <FormDialog<Values>
      open={open}
      title={strings.assignTitle}
      subtitle={strings.fullName(employee.firstName, employee.lastName)}
      labels={{ cancel: strings.cancel, submit: strings.assign, pending: strings.assigning }}
      initialValues={{}}
      canSubmit={({ locationId }) => Boolean(locationId)}
      onSubmit={({ locationId }) => assign.mutateAsync(locationId).then(onClose)}
      onClose={onClose}
    >
      <Form.Item
        name="locationId"
        label={strings.fields.location}
        {...(locations.isError && { validateStatus: 'error', help: strings.fields.locationsFailed })}
      >
        <Select
          virtual={false}
          showSearch={{ optionFilterProp: 'label' }}
          loading={locations.isPending}
          placeholder={strings.fields.locationPlaceholder}
          notFoundContent={strings.fields.noLocations}
          options={locations.data?.map(({ id, name, storeNumber }) => ({
            value: id,
            label: strings.assignable(name, storeNumber),
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
