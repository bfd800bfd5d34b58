import { useEffect, useEffectEvent } from 'react';
import { type Draft } from './drafts.ts';
import { type FieldsForm } from './form-props.ts';
import { useDraft } from './use-draft.ts';
import { type FormConflict } from './use-form-conflict.ts';

/** What a password is typed into, also while it is shown. antd says so of each select, too. */
const PASSWORD = '[type="password"], [autocomplete$="password"]:not([role="combobox"])';

/** The names of the fields of a form that passwords are typed into. */
const passwordsOf = (formId: string): string[] =>
  Array.from(document.getElementById(formId)?.querySelectorAll(PASSWORD) ?? [], ({ id }) =>
    id.slice(formId.length + 1),
  );

const isPair = (found: unknown): found is readonly [unknown, unknown] =>
  Array.isArray(found) && found.length === 2;

/**
 * Keeps what is typed into a form when the session ends, and puts it back into the form that is opened next: each
 * changed field, with what it was.
 * @param about what the form is called at this path, and what it is about
 * @param isEdit others may have changed meanwhile what the form edits
 */
export function useFormDraft(
  form: FieldsForm,
  {
    formId,
    name,
    objectId,
    isOpen,
    isEdit,
  }: {
    formId: string;
    name: string;
    objectId: string | undefined;
    isOpen: boolean;
    isEdit: boolean;
  },
  { base, setBase, changes, hideConflicts }: FormConflict,
) {
  const typed = (): Draft | undefined => {
    if (!isOpen) return undefined;
    const secret = passwordsOf(formId);
    const fields = Object.entries(changes()).filter(([field]) => !secret.includes(field));
    if (fields.length === 0) return undefined;
    return Object.fromEntries(fields.map(([field, value]) => [field, [value, base.current[field]]]));
  };
  const { draft, isRestored, dismiss } = useDraft(name, objectId, typed);
  const restore = useEffectEvent(() => {
    const known = form.getFieldsValue();
    for (const [field, pair] of Object.entries(draft ?? {})) {
      if (!(field in known) || !isPair(pair)) continue;
      const [value, before] = pair;
      // Finds what another user changed meanwhile.
      if (isEdit) setBase({ ...base.current, [field]: before });
      form.setFields([{ name: field, value, touched: true }]);
    }
  });
  useEffect(() => restore(), []);
  return {
    isRestored,
    dismiss,
    /** Puts back what the fields were before. */
    discard: () => {
      const fields = Object.keys(draft ?? {});
      form.setFields(
        fields.map((field) => ({ name: field, value: base.current[field], touched: false, errors: [] })),
      );
      hideConflicts();
      dismiss();
      return fields;
    },
  };
}
