import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changesOf, conflictsOf, type FieldConflict, type FieldValues } from './edit-conflict.ts';
import { type EditedThing, type FieldsForm, fieldsOf } from './form-props.ts';

/** An ETag that no version has. */
const UNREAD = '"unread"';

/**
 * The version of an entity that a form edits, and what others have changed since.
 * @param edits reads the entity; undefined for a form that edits none
 * @returns `base`, the values of that version, and `version`, which returns its ETag once it has been read
 */
export function useFormConflict<Values extends object>(
  form: FieldsForm,
  initialValues: Partial<Values>,
  edits: EditedThing<Values> | undefined,
) {
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>();
  const base = useRef(fieldsOf(initialValues));
  const etag = useRef(UNREAD);
  const reading = useRef<Promise<void>>(undefined);

  /** Reads the current state. Untouched fields are updated; the others are returned as conflicts. */
  const readAgain = async (): Promise<FieldConflict[]> => {
    if (!edits) return [];
    const current = await edits.read();
    const before = base.current;
    base.current = fieldsOf(current.values);
    etag.current = current.etag;
    const found = conflictsOf(form.getFieldsValue(), before, base.current);
    for (const { name, theirs, yours } of found) if (!yours) form.setFieldValue(name, theirs);
    return found;
  };

  const start = useEffectEvent(() => {
    reading.current = readAgain().then(
      (found) => {
        if (found.some(({ yours }) => yours)) setConflicts(found);
      },
      // Keeps the ETag that never matches, so that saving detects the problem.
      () => undefined,
    );
  });
  // The list that opened the dialog may be outdated.
  useEffect(() => start(), [edits?.revision]);

  return {
    base,
    conflicts,
    /** The values of this form that differ from the version. */
    changes: () => changesOf(form.getFieldsValue(), base.current),
    version: async () => {
      await reading.current;
      return etag.current;
    },
    /** After a 412: shows what another user changed. */
    showConflicts: async () => setConflicts(await readAgain().catch(() => undefined)),
    hideConflicts: () => setConflicts(undefined),
    /** The values are those of the version from now on. */
    setBase: (values: FieldValues) => {
      base.current = values;
    },
  };
}

export type FormConflict = ReturnType<typeof useFormConflict>;
