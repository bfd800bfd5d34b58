import { Button } from '@mainstay/ui/base';
import { opensHere } from '@mainstay/web-kit';
import { type ComponentProps } from 'react';

/**
 * A link with the look of a button. A plain click stays in the app; a click that opens a tab or a window does that.
 * @param to a path of the app
 */
export function LinkButton({
  to,
  navigate,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'href' | 'onClick'> & {
  to: string;
  navigate: (path: string) => void;
}) {
  return <Button {...rest} {...opensHere(to, () => navigate(to))} />;
}
