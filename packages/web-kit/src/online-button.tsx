import { Button } from '@mainstay/ui/base';
import { type ComponentProps } from 'react';
import { useFailureToast } from './failure-toast.ts';
import { useKeptFocus } from './kept-focus.ts';
import styles from './online-button.module.css';
import { strings } from './strings.ts';
import { useIsOffline } from './use-is-offline.ts';

/**
 * A button of what needs a connection at once. Without one it is disabled; a press says why, also on a phone, which
 * shows no titles. A button that opens a form needs none of this: the form says so.
 */
export function OnlineButton(button: ComponentProps<typeof Button>) {
  const isWithoutNetwork = useIsOffline();
  // What it does may be possible only once.
  const ref = useKeptFocus();
  const fail = useFailureToast();
  if (!isWithoutNetwork) return <Button ref={ref} {...button} />;
  return (
    <Button
      ref={ref}
      {...button}
      // antd's link sets `aria-disabled` itself, so without a network it is a button.
      href={undefined}
      download={undefined}
      className={`${button.className ?? ''} ${styles.offline}`}
      title={strings.offline}
      aria-disabled
      onClick={(event) => {
        event.preventDefault();
        fail(strings.offline);
      }}
    />
  );
}
