import { Button, Tooltip } from '@mainstay/ui/base';
import { OnlineButton } from '@mainstay/web-kit';
import { type ComponentProps } from 'react';

/** A button of a row with an icon alone. What opens no dialog is done at once, which needs a connection. */
export function RowAction({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  const Kind = button['aria-haspopup'] ? Button : OnlineButton;
  return (
    <Tooltip title={name}>
      <Kind type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
