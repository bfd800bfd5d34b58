import { type ReactNode, useId, useState } from 'react';
import { DialogForm, type FormProps } from './dialog-form.tsx';

/**
 * A form that is a page or part of one and stays there after it was saved. With `edits` it shows what another user changed
 * meanwhile, as a FormDialog does; increase `edits.revision` after each save. @param beside what stands before the submit
 * button
 */
export function PageForm<Values extends object>(form: FormProps<Values> & { beside?: ReactNode }) {
  const formId = useId();
  const [isPending, setPending] = useState(false);
  return <DialogForm {...form} formId={formId} isOpen isPending={isPending} setPending={setPending} />;
}
