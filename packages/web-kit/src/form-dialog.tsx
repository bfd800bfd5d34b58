import { Button } from '@mainstay/ui/base';
import { Modal } from '@mainstay/ui/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useAskBeforeUnload } from './ask-before-unload.ts';
import dialog from './detail-dialog.module.css';
import { DialogForm, type DialogFormHandle } from './dialog-form.tsx';
import { DiscardPrompt } from './discard-prompt.tsx';
import { type FormProps } from './form-props.ts';
import { formStrings } from './form-strings.ts';

export { type EditedThing, type Submission } from './form-props.ts';

export interface FormDialogProps<Values extends object> extends Omit<FormProps<Values>, 'labels'> {
  open: boolean;
  title: string;
  /** Of its buttons: by default, of a dialog that saves changes. */
  labels?: FormProps<Values>['labels'] & { cancel?: string };
  /** Another button, between the two. */
  alternative?: ReactNode;
  onClose: () => void;
  /** Called when the closing animation has ended. */
  afterClose?: () => void;
}

/** Unless something in the form has the focus. */
function focusFirstField(form: HTMLElement | null): void {
  if (!form || form.contains(document.activeElement)) return;
  form.querySelector<HTMLElement>('input:not([readonly][autocomplete=username]), textarea')?.focus();
}

/**
 * A dialog with one form. It focuses the first field, resets to the initial values each time it opens, ignores a second
 * submit while one is pending, and asks before input is discarded, also by Back or a reload.
 */
export function FormDialog<Values extends object>({
  open,
  title,
  labels = { submit: formStrings.save, pending: formStrings.saving },
  alternative,
  onClose,
  afterClose,
  ...form
}: FormDialogProps<Values>) {
  const formId = useId();
  const [isPending, setPending] = useState(false);
  const handle = useRef<DialogFormHandle>(null);
  const { ask, question } = useDiscardQuestion(open, () => handle.current?.isChanged() ?? false, onClose);
  const close = () => {
    if (!isPending) ask();
  };

  return (
    <>
      <Modal
        open={open}
        title={title}
        classNames={{
          container: dialog.container,
          header: dialog.title,
          body: `${dialog.body} ${dialog.fields}`,
        }}
        footer={null}
        centered
        destroyOnHidden
        onCancel={close}
        afterOpenChange={(isOpen) => {
          if (isOpen) focusFirstField(document.getElementById(formId));
        }}
        afterClose={afterClose}
      >
        <DialogForm
          {...form}
          labels={labels}
          name={title}
          handle={handle}
          formId={formId}
          isOpen={open}
          isPending={isPending}
          setPending={setPending}
          beside={
            <>
              <Button onClick={close} disabled={isPending}>
                {labels.cancel ?? formStrings.cancel}
              </Button>
              {alternative}
            </>
          }
        />
      </Modal>
      {question}
    </>
  );
}

/**
 * Asks before input is discarded, also by Back or a reload.
 * @returns `ask`, which closes at once where nothing was typed, and the question
 */
function useDiscardQuestion(isOpen: boolean, isChanged: () => boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useAskBeforeUnload(isOpen, isChanged);
  return {
    ask: () => {
      if (isChanged()) setAsking(true);
      else onClose();
    },
    question: (
      <DiscardPrompt
        open={isOpen && isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          onClose();
        }}
      />
    ),
  };
}
