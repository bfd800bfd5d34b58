import { typedText } from '@mainstay/web-kit/visible';
import { useState } from 'react';
import { describedBy, Field } from '../parts/field.tsx';
import { type JobDraft, type jobFields, type useJobDraft } from './use-job-draft.ts';

type Name = (typeof jobFields)[number];
type Errors = Partial<Record<Name, string>>;

interface Props {
  name: Name;
  label: string;
  draft: ReturnType<typeof useJobDraft>;
  error?: string | undefined;
  hint?: string | undefined;
  optional?: string | undefined;
  /** More than one line. */
  rows?: number;
  type?: 'text' | 'datetime-local';
  inputMode?: 'decimal';
}

/** A field whose text is kept with each letter. */
export function JobField({
  name,
  label,
  draft,
  error,
  hint,
  optional,
  rows,
  type = 'text',
  inputMode,
}: Props) {
  const id = `job-${name}`;
  const props = {
    id,
    value: draft.draft[name] ?? '',
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy(id),
  };
  const change = (value: string) => draft.change({ [name]: value });
  return (
    <Field id={id} label={label} hint={hint} optional={optional} error={error}>
      {rows === undefined ? (
        <input
          {...props}
          type={type}
          inputMode={inputMode}
          autoComplete={name === 'name' ? 'name' : 'off'}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <textarea {...props} rows={rows} onChange={({ currentTarget }) => change(currentTarget.value)} />
      )}
    </Field>
  );
}

/**
 * Checks what has to be there before something is sent.
 * @returns what was found, and `check`, which takes the words for each field and focuses the first that is empty
 */
export function useRequired(draft: JobDraft) {
  const [errors, setErrors] = useState<Errors>({});
  const check = (wanted: Errors): boolean => {
    const found = Object.entries(wanted).filter(([name]) => {
      const typed = Object.entries(draft).find(([field]) => field === name)?.[1];
      return typedText(typed ?? '') === '';
    });
    setErrors(Object.fromEntries(found));
    const [first] = found;
    if (first) document.getElementById(`job-${first[0]}`)?.focus();
    return found.length === 0;
  };
  return { errors, check, setErrors };
}
