import { describedBy, Field } from '../parts/field.tsx';
import { type JobFieldName, type useJobDraft } from './use-job-draft.ts';

interface Props {
  name: JobFieldName;
  label: string;
  draft: ReturnType<typeof useJobDraft>;
  hint?: string | undefined;
  optional?: string | undefined;
  /** More than one line. */
  rows?: number;
  type?: 'text' | 'datetime-local';
  inputMode?: 'decimal';
}

/** A field whose text is kept with each letter, with what is wrong with it. */
export function JobField({ name, label, draft, hint, optional, rows, type = 'text', inputMode }: Props) {
  const id = `job-${name}`;
  const error = draft.errors[name];
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
