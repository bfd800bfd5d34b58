import { FormDialog } from '@mainstay/web-kit/forms';
import { SearchSelect } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import { type Employee, matchesLocation, locationsQuery, useAssignLocation } from './employees.queries.ts';

export interface EmployeeDialogProps extends OpenedDialog {
  employee: Employee;
}

export function AssignLocationDialog({ employee, open, onClose }: EmployeeDialogProps) {
  const assign = useAssignLocation();
  return (
    <FormDialog<{ locationId: string }>
      open={open}
      title={strings.assignTitle}
      subtitle={strings.fullName(employee.firstName, employee.lastName)}
      labels={{ submit: strings.assign, pending: strings.assigning }}
      objectId={employee.id}
      initialValues={{}}
      canSubmit={({ locationId }) => Boolean(locationId)}
      onSubmit={({ locationId }, { idempotencyKey }) =>
        assign.mutateAsync({ body: { managerId: employee.id, locationId }, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <SearchSelect
        name="locationId"
        label={strings.fields.location}
        queryOf={locationsQuery}
        matches={matchesLocation}
        labelOf={({ name, storeNumber }) => strings.assignable(name, storeNumber)}
        isHidden={({ id }) => employee.locations.some((assigned) => assigned.id === id)}
        texts={{
          placeholder: strings.fields.locationPlaceholder,
          loading: strings.fields.locationsLoading,
          none: strings.fields.noLocations,
          failed: strings.fields.locationsFailed,
        }}
      />
    </FormDialog>
  );
}
