import { FormDialog, SearchSelect } from '@mainstay/web-kit/forms';
import { strings } from '../strings.ts';
import { type Employee, matchesLocation, locationsQuery, useAssignLocation } from './employees.queries.ts';

export interface EmployeeDialogProps {
  employee: Employee;
  open: boolean;
  onClose: () => void;
}

export function AssignLocationDialog({ employee, open, onClose }: EmployeeDialogProps) {
  const assign = useAssignLocation(employee.id);
  return (
    <FormDialog<{ locationId: string }>
      open={open}
      title={strings.assignTitle}
      subtitle={strings.fullName(employee.firstName, employee.lastName)}
      labels={{ cancel: strings.cancel, submit: strings.assign, pending: strings.assigning }}
      objectId={employee.id}
      initialValues={{}}
      canSubmit={({ locationId }) => Boolean(locationId)}
      onSubmit={({ locationId }, { idempotencyKey }) =>
        assign.mutateAsync({ locationId, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <SearchSelect
        name="locationId"
        label={strings.fields.location}
        queryOf={locationsQuery}
        matches={matchesLocation}
        optionsOf={(items) =>
          items
            .filter(({ id }) => !employee.locations.some((assigned) => assigned.id === id))
            .map(({ id, name, storeNumber }) => ({ value: id, label: strings.assignable(name, storeNumber) }))
        }
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
