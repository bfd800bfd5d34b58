import { Form, Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { ItemSelect, labelledOptions } from '@mainstay/web-kit/fields';
import { type Selection, SelectionBar } from '@mainstay/web-kit/selecting';
import { useState, useSyncExternalStore } from 'react';
import { fieldStrings } from '../field-strings.ts';
import { locationSearch } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { AssigneeSelect } from './assignee-select.tsx';
import { type TicketChanges, type useBulkCalls } from './bulk-calls.ts';
import { MOST_TICKETS, type SelectableTicket } from './begin-selecting.tsx';

/** What is done with the selected tickets. A choice is sent at once, and ends the selecting. */
export function BulkBar({
  selection,
  change,
  onEnd,
}: {
  selection: Selection<SelectableTicket>;
  change: ReturnType<typeof useBulkCalls>['change'];
  onEnd: () => void;
}) {
  const selected = useSyncExternalStore(selection.subscribe, selection.items);
  const [isPending, setPending] = useState(false);
  const isWithoutNetwork = useIsOffline();
  const send = (changes: TicketChanges) => {
    if (isPending) return;
    setPending(true);
    change([...selected.keys()], changes)
      // The toast shows a failure. What is selected stays, to be tried again.
      .then(onEnd, () => undefined)
      .finally(() => setPending(false));
  };
  return (
    <Form component={false} disabled={isWithoutNetwork || selected.size === 0}>
      <SelectionBar selection={selection} most={MOST_TICKETS} isBusy={isPending} onEnd={onEnd}>
        <Choice name="status" words={strings.tickets.status} onChange={(status) => send({ status })} />
        <Choice
          name="priority"
          words={strings.tickets.priority}
          onChange={(priority) => send({ priority })}
        />
        <AssigneeSelect tickets={[...selected.values()]} onChange={(assignedTo) => send({ assignedTo })} />
        <ItemSelect
          aria-label={fieldStrings.location}
          searchOf={{
            ...locationSearch,
            texts: { ...locationSearch.texts, placeholder: fieldStrings.location },
          }}
          onChoose={(locationId) => {
            if (locationId !== undefined) send({ locationId });
          }}
        />
      </SelectionBar>
    </Form>
  );
}

/** A field that shows its name, and never what was chosen. */
function Choice<Value extends string>({
  name,
  words,
  onChange,
}: {
  name: 'status' | 'priority';
  words: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  return (
    <Select<Value | null>
      aria-label={fieldStrings[name]}
      placeholder={fieldStrings[name]}
      options={labelledOptions(words)}
      value={null}
      onChange={(value) => {
        if (value !== null) onChange(value);
      }}
    />
  );
}
