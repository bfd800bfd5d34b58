import { Button } from '@mainstay/ui/base';
import { DownOutlined, Dropdown, PlusOutlined } from '@mainstay/ui/core';
import { useRef } from 'react';
import { strings } from '../strings.ts';

export type NewThing = 'ticket' | 'recurring-task';

const newThings: { key: NewThing; label: string }[] = [
  { key: 'ticket', label: strings.page.addTicket },
  { key: 'recurring-task', label: strings.page.addRecurringTask },
];

/** The New menu. */
export function NewMenu({ onChoose }: { onChoose: (thing: NewThing) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(isOpen) => {
        if (!isOpen) button.current?.focus();
      }}
      autoFocus
      menu={{
        items: newThings,
        onClick: ({ key, domEvent }) => {
          // The same Enter would also press the dialog's Close button, which has the focus by then.
          domEvent.preventDefault();
          const chosen = newThings.find((thing) => thing.key === key);
          if (chosen) onChoose(chosen.key);
        },
      }}
    >
      <Button ref={button} type="primary" icon={<PlusOutlined />} aria-haspopup="menu" aria-keyshortcuts="C">
        {strings.page.newMenu} <DownOutlined />
      </Button>
    </Dropdown>
  );
}
