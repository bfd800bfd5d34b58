import { type Form } from '@mainstay/ui/forms';
import { type ReactNode } from 'react';
import { type FieldWords } from './conflict-panel.tsx';
import { type FieldValues } from './edit-conflict.ts';

/** What a form submits with its values. */
export interface Submission<Values extends object> {
  /** For the `Idempotency-Key` of a create: constant until the values change or the dialog closes. */
  idempotencyKey: string;
  /** For the `If-Match` of an update; matches nothing if `edits` is missing or could not be read. */
  ifMatch: string;
  /** The values that differ from the initial ones. */
  changes: Partial<Values>;
}

/** The entity that a dialog edits: how to read its current state and label its fields in a conflict. */
export interface EditedThing<Values extends object> extends FieldWords {
  read: () => Promise<{ values: Values; etag: string }>;
  /** A new number makes the form read again, after another call of this page changed the entity. */
  revision?: number | undefined;
}

export interface FormProps<Values extends object> {
  subtitle?: string;
  labels: { submit: string; pending: string };
  initialValues: Partial<Values>;
  /**
   * What the form is about, if there can be several: what was typed before the session ended is restored for it
   * alone.
   */
  objectId?: string | undefined;
  /** For forms that edit an entity that others may edit too. */
  edits?: EditedThing<Values>;
  /** The submit button is destructive. */
  danger?: boolean;
  /** Validates the form as a whole. A message is shown above the fields and prevents submitting. */
  check?: (values: Values) => string | undefined;
  canSubmit?: (values: Partial<Values>) => boolean;
  /**
   * Sends the values and shows its own error toast. The `errors` of a 400 are shown on the fields; after a 412 the form
   * shows what another user changed.
   */
  onSubmit: (values: Values, submission: Submission<Values>) => Promise<unknown>;
  /** The fields: `Form.Item`s named like the members of the request body. */
  children: ReactNode;
}

/** The fields of a form by name, as antd has them. */
export type FieldsForm = ReturnType<typeof Form.useForm<Record<string, unknown>>>[0];

export const fieldsOf = (values: object): FieldValues => Object.fromEntries(Object.entries(values));
