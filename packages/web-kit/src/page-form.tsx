import { useNavigate } from '@mainstay/ui/router';
import { type ReactNode, useId, useState } from 'react';
import { useAskBeforeUnload } from './ask-before-unload.ts';
import { DialogForm } from './dialog-form.tsx';
import { type FormProps } from './form-props.ts';
import { DiscardPrompt } from './discard-prompt.tsx';

/**
 * A form that is a page or part of one and stays there after it was saved. With `edits` it shows what another user
 * changed meanwhile, as a FormDialog does; increase `edits.revision` after each save. Back and a reload ask before
 * they discard input.
 * @param beside what stands before the submit button
 * @param savesChanges it can be submitted only once something is changed
 */
export function PageForm<Values extends object>({
  savesChanges = false,
  ...form
}: FormProps<Values> & { beside?: ReactNode; savesChanges?: boolean }) {
  const formId = useId();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useAskBeforeUnload(isChanged, () => true);
  return (
    <>
      <DialogForm
        {...form}
        {...(savesChanges && { canSubmit: () => isChanged })}
        name={form.labels.submit}
        formId={formId}
        isOpen
        isPending={isPending}
        setPending={setPending}
        onChanged={setChanged}
      />
      <DiscardPrompt
        open={isAsking}
        guards={isChanged}
        onAsk={() => setAsking(true)}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          setChanged(false);
          void navigate(-1);
        }}
      />
    </>
  );
}
