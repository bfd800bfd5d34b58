import { Button } from '@mainstay/ui/base';
import { Modal } from '@mainstay/ui/core';
import { strings } from './strings.ts';

/** Asks before typed text is thrown away. Escape and a click beside it keep the text. */
export function DiscardPrompt({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <Modal
      open={open}
      title={strings.discardTitle}
      width={400}
      centered
      destroyOnHidden
      onCancel={onKeep}
      footer={[
        <Button key="keep" onClick={onKeep} autoFocus>
          {strings.keepEditing}
        </Button>,
        <Button key="discard" type="primary" danger onClick={onDiscard}>
          {strings.discard}
        </Button>,
      ]}
    >
      {strings.discardHint}
    </Modal>
  );
}
