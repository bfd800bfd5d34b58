import { DownOutlined, PlusOutlined } from '@mainstay/ui/core';
import { MenuButton } from '../parts/menu-button.tsx';
import { strings } from '../strings.ts';

export type NewThing = 'ticket' | 'recurring-task';

const newThings: { key: NewThing; label: string }[] = [
  { key: 'ticket', label: strings.page.addTicket },
  { key: 'recurring-task', label: strings.page.addRecurringTask },
];

/** The New menu. */
export function NewMenu({ onChoose }: { onChoose: (thing: NewThing) => void }) {
  return (
    <MenuButton
      type="primary"
      icon={<PlusOutlined />}
      aria-keyshortcuts="C"
      items={newThings}
      onChoose={(key) => {
        const chosen = newThings.find((thing) => thing.key === key);
        if (chosen) onChoose(chosen.key);
      }}
    >
      {strings.page.newMenu} <DownOutlined />
    </MenuButton>
  );
}
