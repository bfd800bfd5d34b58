import { Button } from '@mainstay/ui/base';
import { Dropdown } from '@mainstay/ui/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';

type ItemsOf = NonNullable<ComponentProps<typeof Dropdown>['menu']>['items'];

/**
 * A button that opens a menu, and has the focus again when that closes.
 * @param isOpenAtFirst it was pressed before its code was there
 */
export function MenuButton({
  items,
  onChoose,
  onOpen,
  isOpenAtFirst = false,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'ref' | 'onClick'> & {
  items: ItemsOf;
  onChoose: (key: string) => void;
  onOpen?: () => void;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const place = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={(opens) => {
        setOpen(opens);
        if (opens) onOpen?.();
        else place.current?.focus();
      }}
      autoFocus
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          // The same Enter would also press the dialog's Close button, which has the focus by then.
          domEvent.preventDefault();
          onChoose(key);
        },
      }}
    >
      <Button {...button} ref={place} aria-haspopup="menu">
        {children}
      </Button>
    </Dropdown>
  );
}
