import { useRef, useState } from 'react';
import { isApiError } from './api-error.ts';
import { changesOf } from './edit-conflict.ts';
import { type FieldsForm, fieldsOf, type FormProps } from './form-props.ts';
import { formStrings } from './form-strings.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type FormConflict } from './use-form-conflict.ts';

type Errors = Readonly<Record<string, readonly string[]>>;

/** Shows the errors of a response at the fields. */
function showErrors(form: FieldsForm, errors: Errors): void {
  const known = Object.keys(form.getFieldsValue()).filter((name) => errors[name]);
  for (const name of known) form.setFields([{ name, errors: [...(errors[name] ?? [])] }]);
  if (known[0]) form.focusField(known[0]);
}

/** A new key for other values: the same ones, sent again, are carried out once. */
function useKeyOfValues() {
  const sent = useRef({ body: '', key: '' });
  return (values: object): string => {
    const body = JSON.stringify(values);
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() };
    return sent.current.key;
  };
}

/**
 * Sends a form, once at a time, and shows what its response says of the fields.
 * @param setPending called with whether a request is under way
 * @param onSaved called with what was saved
 * @returns with `submit` the `problem` of the form as a whole
 */
export function useFormSubmit<Values extends object>(
  form: FieldsForm,
  { check, onSubmit }: Pick<FormProps<Values>, 'check' | 'onSubmit'>,
  { base, setBase, version, showConflicts, hideConflicts }: FormConflict,
  {
    isOpen,
    setPending,
    onSaved,
  }: { isOpen: boolean; setPending: (isPending: boolean) => void; onSaved: () => void },
) {
  const [problem, setProblem] = useState<string>();
  const isSubmitting = useRef(false);
  const keyOf = useKeyOfValues();

  const send = async (submitted: Values) => {
    const ifMatch = await version();
    let sending: Promise<unknown>;
    try {
      sending = onSubmit(submitted, {
        idempotencyKey: keyOf(submitted),
        ifMatch,
        changes: changesOf(fieldsOf(submitted), base.current) as Partial<Values>,
      });
    } catch {
      // A value that no request can have, such as an impossible date.
      setProblem(formStrings.notSent);
      return;
    }
    await sending;
    setBase(fieldsOf(submitted));
    hideConflicts();
    onSaved();
  };

  const submit = async (submitted: Values) => {
    // A second click may come before the next render, or while the dialog is closing.
    if (isSubmitting.current || !isOpen) return;
    const found = check?.(submitted);
    setProblem(found);
    if (found) return;
    isSubmitting.current = true;
    setPending(true);
    try {
      await send(submitted);
    } catch (error) {
      if (!isApiError(error)) return;
      if (error.errors) showErrors(form, error.errors);
      if (error.status === 412) await showConflicts();
    } finally {
      isSubmitting.current = false;
      setPending(false);
    }
  };
  return { problem, submit };
}
