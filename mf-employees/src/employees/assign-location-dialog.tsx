import { FormDialog, SearchSelect } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type Employee, matchesLocation, locationsQuery, useAssignLocation } from './employees.queries.ts';

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
  return (
    <FormDialog<Values>
      open={open}
      title={strings.assignTitle}
      subtitle={strings.fullName(employee.firstName, employee.lastName)}
      labels={{ cancel: strings.cancel, submit: strings.assign, pending: strings.assigning }}
      initialValues={{}}
      canSubmit={({ locationId }) => Boolean(locationId)}
      onSubmit={({ locationId }, { idempotencyKey }) =>
        assign.mutateAsync({ locationId, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <LocationField taken={employee.locations} />
    </FormDialog>
  );
}

/** Selects one of the locations that the employee is not assigned to yet. */
function LocationField({ taken }: { taken: Employee['locations'] }) {
  const takenIds = new Set(taken.map(({ id }) => id));
  return (
    <SearchSelect
      name="locationId"
      label={strings.fields.location}
      queryOf={locationsQuery}
      matches={matchesLocation}
      optionsOf={(items) =>
        items
          .filter(({ id }) => !takenIds.has(id))
          .map(({ id, name, storeNumber }) => ({ value: id, label: strings.assignable(name, storeNumber) }))
      }
      texts={{
        placeholder: strings.fields.locationPlaceholder,
        loading: strings.fields.locationsLoading,
        none: strings.fields.noLocations,
        failed: strings.fields.locationsFailed,
      }}
    />
  );
}
