import { Switch } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './keys-dialog.module.css';
import { areKeysOn, setKeysOn } from './keys-setting.ts';

const keys: readonly (readonly [action: string, ...keys: string[]])[] = [
  ['Search this screen', '/'],
  ['New ticket', 'C'],
  ['Next card', '←', '↑', '→', '↓'],
  ['Open the card', 'Enter'],
  ['Assign the card', 'A'],
  ['Move the card to another column', 'Space'],
  ['Show or hide the sidebar', 'Ctrl + B'],
  ['This list', '?'],
];

/** The list of the keys, and whether those without a modifier work. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const labelId = useId();
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Dialog title="Keyboard shortcuts" cornerClose onClose={onClose}>
      <dl className={styles['keys']}>
        {keys.map(([action, ...pressed]) => (
          <div key={action}>
            <dt>{action}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt id={labelId}>Use single keys: / C ?</dt>
          <dd>
            <Switch
              checked={isOn}
              aria-labelledby={labelId}
              onChange={(next) => {
                setKeysOn(next);
                setOn(next);
              }}
            />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
