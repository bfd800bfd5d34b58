import { Button } from '@mainstay/ui/base';
import { Modal } from '@mainstay/ui/core';
import { useRef } from 'react';
import { formStrings } from './form-strings.ts';
import { strings } from './strings.ts';

/** Asks before discarding unsaved input. Escape and a click outside keep it. */
export function DiscardPrompt({
  open,
  guards,
  onAsk = () => undefined,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  /** While it is closed, Back calls `onAsk` instead of leaving the screen. */
  guards?: boolean;
  onAsk?: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      guards={guards}
      title={formStrings.discardTitle}
      width={400}
      centered
      destroyOnHidden
      onCancel={open ? onKeep : onAsk}
      // Over another dialog antd would put the focus on Close.
      afterOpenChange={(isOpen) => {
        if (isOpen) keep.current?.focus();
      }}
      footer={[
        <Button key="keep" ref={keep} onClick={onKeep}>
          {formStrings.keepEditing}
        </Button>,
        <Button key="discard" type="primary" danger onClick={onDiscard}>
          {strings.discard}
        </Button>,
      ]}
    >
      {formStrings.discardHint}
    </Modal>
  );
}
