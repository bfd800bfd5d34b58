import { Modal } from '@mainstay/ui/core';
import { useAskBeforeUnload } from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Store } from '../api/core.ts';
import { ChooseActions, ChooseStep } from './choose-step.tsx';
import { MakeStep } from './make-step.tsx';
import { pagesOf } from './papers.ts';
import { PrintActions, PrintStep, usePrinter } from './print-step.tsx';
import styles from './print-stickers.module.css';
import { printStrings as words } from './print-strings.ts';
import { ReplaceActions, ReplaceStep } from './replace-step.tsx';
import { type StickerSteps, useStickerSteps } from './use-sticker-steps.ts';

interface PrintStickersProps {
  /** Chosen from the start. */
  store: Store | undefined;
  /** The only equipment that gets a sticker, without a choice; chosen in the dialog if absent. */
  equipmentId: string | undefined;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}

/**
 * Chooses what gets a sticker, makes the codes and prints them. Codes that were made are kept here until it is
 * closed, and nowhere else.
 */
export function PrintStickers({ store, equipmentId, open, onClose, afterClose }: PrintStickersProps) {
  const steps = useStickerSteps(store, equipmentId);
  const { step, stickers, isPrinted } = steps;
  const printer = usePrinter(() => steps.setPrinted(true));
  const [isAsking, setAsking] = useState(false);
  const title = useRef<HTMLSpanElement>(null);
  const ready = words.ready(stickers.length, pagesOf(stickers, printer.paper).length);

  // Nobody knows whether a print was cancelled: the codes stay until somebody says that the stickers are there.
  useAskBeforeUnload(open, () => stickers.length > 0);

  // The next step does not have the button that led to it.
  useEffect(() => {
    if (step.name !== 'choose') title.current?.focus();
  }, [step.name]);

  const close = () => {
    if (step.name === 'make') return;
    if (stickers.length > 0) setAsking(true);
    else onClose();
  };

  const { heading, body, actions } = contentOf(steps, printer, ready, close);
  return (
    <>
      <Modal
        open={open}
        title={
          <span ref={title} className={styles.title} tabIndex={-1}>
            {heading}
          </span>
        }
        classNames={{ container: styles.container, body: styles.body }}
        footer={actions}
        centered
        width={step.name === 'print' ? 720 : 560}
        destroyOnHidden
        closable={step.name !== 'make'}
        keyboard={step.name !== 'make'}
        mask={{ closable: step.name === 'choose' }}
        onCancel={close}
        afterClose={afterClose}
      >
        {body}
      </Modal>
      <CloseQuestion
        open={open && isAsking}
        isPrinted={isPrinted}
        subject={ready}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/**
 * What the dialog shows in a step.
 * @param ready says what is ready to be printed
 */
function contentOf(
  steps: StickerSteps,
  printer: ReturnType<typeof usePrinter>,
  ready: string,
  close: () => void,
): { heading: string; body: ReactNode; actions: ReactNode } {
  const { step, stickers } = steps;
  switch (step.name) {
    case 'choose':
      return {
        heading: words.title,
        body: <ChooseStep steps={steps} />,
        actions: <ChooseActions steps={steps} onClose={close} />,
      };
    case 'replace':
      return {
        heading: words.replaceTitle(step.targets.length),
        body: <ReplaceStep targets={step.targets} />,
        actions: <ReplaceActions steps={steps} onClose={close} />,
      };
    case 'make':
      return { heading: words.title, body: <MakeStep {...step} />, actions: null };
    case 'print':
      return {
        heading: stickers.length > 0 ? ready : words.title,
        body: <PrintStep steps={steps} failed={step.failed} printer={printer} />,
        actions: <PrintActions canPrint={stickers.length > 0} printer={printer} onClose={close} />,
      };
  }
}

/** Asks before codes that were made are forgotten. */
function CloseQuestion({
  open,
  isPrinted,
  subject,
  onConfirm,
  onClose,
}: {
  open: boolean;
  isPrinted: boolean;
  subject: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const question = isPrinted ? words.printed : words.unprinted;
  return (
    <ConfirmDialog
      open={open}
      title={question.title}
      labels={{ cancel: question.keep, submit: question.close, pending: words.discarding }}
      danger={!isPrinted}
      prompt={question.prompt}
      subject={subject}
      onConfirm={() => {
        onConfirm();
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}
