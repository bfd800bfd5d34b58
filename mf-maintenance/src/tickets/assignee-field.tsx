import { Form, Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { type ComponentProps, useId, useState } from 'react';
import { fullName } from '../people/names.ts';
import { usePeople } from '../people/people.queries.ts';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { useAssign } from '../ticket-data/use-assign.ts';
import { peopleStrings } from '../people/people-strings.ts';
import { fieldStrings } from '../field-strings.ts';

/** The value of Nobody: a select has no option for null. */
const NOBODY = '';

/**
 * Who a ticket is assigned to, with a list of those who can open it. A choice is sent at once.
 * @param onOpenChange called when the list opens or closes
 */
export function AssigneeField({
  ticket,
  onOpenChange,
  ...select
}: { ticket: Ticket } & Pick<
  ComponentProps<typeof Select>,
  'defaultOpen' | 'autoFocus' | 'onOpenChange' | 'classNames' | 'popupAlign'
>) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(select.defaultOpen ?? false);
  const { items: people, isFailed, ...list } = usePeople(ticket.id, text, { enabled: isOpen });
  const isLoading = list.isPending || list.isSearching;
  const assign = useAssign(ticket);
  const isWithoutNetwork = useIsOffline();
  const { assignee } = ticket;

  const options = people.map((person) => ({ value: person.id, label: fullName(person) }));
  if (text === '') {
    // The assignee may be unable to open it by now, or not loaded yet.
    if (assignee && !people.some((person) => person.id === assignee.id)) {
      options.unshift({ value: assignee.id, label: fullName(assignee) });
    }
    options.unshift({ value: NOBODY, label: strings.assignee.nobody });
  }
  const problem = isFailed ? peopleStrings.failed : peopleStrings.none;
  return (
    <Form.Item
      colon={false}
      label={fieldStrings.assignedTo}
      htmlFor={id}
      // A service of the version before does not say it.
      extra={assignee?.canOpen === false ? strings.assignee.left(fullName(assignee)) : undefined}
    >
      <Select
        {...select}
        id={id}
        disabled={isWithoutNetwork}
        showSearch={{ filterOption: false, onSearch: setText }}
        options={options}
        loading={assign.isPending || (isOpen && isLoading)}
        notFoundContent={isLoading ? strings.loading : problem}
        value={(assign.isPending ? assign.variables : ticket.assignedTo) ?? NOBODY}
        onOpenChange={(next) => {
          setOpen(next);
          onOpenChange?.(next);
        }}
        onChange={(chosen: string) => assign.mutate(chosen === NOBODY ? null : chosen)}
      />
    </Form.Item>
  );
}
