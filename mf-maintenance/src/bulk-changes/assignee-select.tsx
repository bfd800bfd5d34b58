import { Select } from '@mainstay/ui/forms';
import { useState } from 'react';
import { fieldStrings } from '../field-strings.ts';
import { fullName } from '../people/names.ts';
import { peopleStrings } from '../people/people-strings.ts';
import { usePeople } from '../people/people.queries.ts';
import { strings } from '../strings.ts';
import { type SelectableTicket } from './begin-selecting.tsx';

/** The value of Nobody: a select has no option for null. */
const NOBODY = '';

/** A ticket of the location that most of them have. */
function commonest(tickets: readonly SelectableTicket[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { locationId } of tickets) counts.set(locationId, (counts.get(locationId) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return tickets.find(({ locationId }) => counts.get(locationId) === most)?.id;
}

/** Who can open most of the tickets. The others refuse them. */
export function AssigneeSelect({
  tickets,
  onChange,
}: {
  tickets: readonly SelectableTicket[];
  onChange: (assignedTo: string | null) => void;
}) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const id = commonest(tickets);
  const { items, isFailed, ...list } = usePeople(id ?? '', text, { enabled: isOpen && id !== undefined });
  const isLoading = list.isPending || list.isSearching;
  const people = items.map((person) => ({ value: person.id, label: fullName(person) }));
  const problem = isFailed ? peopleStrings.failed : peopleStrings.none;
  return (
    <Select<string | null>
      aria-label={fieldStrings.assignedTo}
      placeholder={fieldStrings.assignedTo}
      showSearch={{ filterOption: false, onSearch: setText }}
      options={text === '' ? [{ value: NOBODY, label: strings.assignee.nobody }, ...people] : people}
      loading={isOpen && isLoading}
      notFoundContent={isLoading ? strings.loading : problem}
      value={null}
      onOpenChange={setOpen}
      onChange={(chosen) => onChange(chosen === NOBODY ? null : chosen)}
    />
  );
}
