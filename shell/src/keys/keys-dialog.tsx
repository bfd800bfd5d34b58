import { Flex } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { Switch } from '@mainstay/ui/forms';
import { useId, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
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
      <Flex vertical gap="small" style={{ marginTop: 16 }}>
        {keys.map(([action, ...pressed]) => (
          <Flex key={action} justify="space-between" gap="small">
            {action}
            <Flex flex="none">
              {pressed.map((key) => (
                <Typography.Text key={key} keyboard>
                  {key}
                </Typography.Text>
              ))}
            </Flex>
          </Flex>
        ))}
        <Flex justify="space-between">
          <span id={labelId}>Use single keys: / C ?</span>
          <Switch
            checked={isOn}
            aria-labelledby={labelId}
            onChange={(next) => {
              setKeysOn(next);
              setOn(next);
            }}
          />
        </Flex>
      </Flex>
    </Dialog>
  );
}
