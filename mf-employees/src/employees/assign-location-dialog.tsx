import { Form, Select } from '@mainstay/ui/forms';
import { FormDialog, useSearchedList } from '@mainstay/web-kit';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type Employee, findsLocation, locationsQuery, useAssignLocation } from './employees.queries.ts';

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

/** One of the locations the employee does not have yet, found by the server when there are many. */
function LocationField({ taken }: { taken: Employee['locations'] }) {
  const [text, setText] = useState('');
  const { items, isPending, isSearching, isFailed, hasMore, loadMore } = useSearchedList(
    locationsQuery,
    findsLocation,
    text,
  );
  const takenIds = new Set(taken.map(({ id }) => id));
  const isLoading = isPending || isSearching;
  return (
    <Form.Item
      name="locationId"
      label={strings.fields.location}
      {...(isFailed && { validateStatus: 'error', help: strings.fields.locationsFailed })}
    >
      <Select
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={isLoading}
        placeholder={strings.fields.locationPlaceholder}
        notFoundContent={isLoading ? strings.fields.locationsLoading : strings.fields.noLocations}
        options={items
          .filter(({ id }) => !takenIds.has(id))
          .map(({ id, name, storeNumber }) => ({ value: id, label: strings.assignable(name, storeNumber) }))}
        onPopupScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (hasMore && scrollHeight - scrollTop < 2 * clientHeight) loadMore();
        }}
      />
    </Form.Item>
  );
}
