import { Button } from '@mainstay/ui/base';
import { Modal } from '@mainstay/ui/core';
import { useRef } from 'react';
import { strings } from './strings.ts';

/** Asks before discarding unsaved input. Escape and a click outside keep it. */
export function DiscardPrompt({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      title={strings.discardTitle}
      width={400}
      centered
      destroyOnHidden
      onCancel={onKeep}
      // Over another dialog antd would put the focus on Close.
      afterOpenChange={(isOpen) => {
        if (isOpen) keep.current?.focus();
      }}
      footer={[
        <Button key="keep" ref={keep} onClick={onKeep}>
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
