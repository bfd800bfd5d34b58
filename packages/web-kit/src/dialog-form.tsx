import { Button } from '@mainstay/ui/base';
import { SyncOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useReducer,
  useRef,
  useState,
} from 'react';
import { isApiError } from './api-error.ts';
import { ConflictPanel, type FieldWords } from './conflict-panel.tsx';
import styles from './dialog-form.module.css';
import { changesOf, conflictsOf, type FieldConflict, type FieldValues } from './edit-conflict.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

/** What a form sends beside its values. */
export interface Submission<Values extends object> {
  /** For the `Idempotency-Key` of a creation: the same until the dialog is closed or the values are others. */
  idempotencyKey: string;
  /** For the `If-Match` of an edit; matches nothing when `edits` is missing or could not be read. */
  ifMatch: string;
  /** The values that are not what they were when the dialog opened. */
  changes: Partial<Values>;
}

/** What an edit dialog edits: how to read its present state, and how to name its fields when that is another. */
export interface EditedThing<Values extends object> extends FieldWords {
  read: () => Promise<{ values: Values; etag: string }>;
  /** Another number makes the form read again: this page has changed the thing by another call. */
  revision?: number;
}

export interface FormProps<Values extends object> {
  subtitle?: string;
  labels: { cancel: string; submit: string; pending: string };
  initialValues: Partial<Values>;
  /** Given when the form edits something that others may edit too. */
  edits?: EditedThing<Values>;
  /** The submit button destroys something. */
  danger?: boolean;
  /** What is wrong with the form as a whole, said above the fields instead of submitting. */
  check?: (values: Values) => string | undefined;
  /** The submit button stays disabled until this is true. */
  canSubmit?: (values: Partial<Values>) => boolean;
  /**
   * Sends the values. A rejection it has told the user about; a 400's `errors` land on the fields, and after a 412
   * the form shows what somebody else changed.
   */
  onSubmit: (values: Values, submission: Submission<Values>) => Promise<unknown>;
  /** The fields: `Form.Item`s named like the members of a request's body. */
  children: ReactNode;
}

export interface DialogFormHandle {
  /** Whether something was entered that has not been saved. */
  isChanged: () => boolean;
}

const fieldsOf = (values: object): FieldValues => Object.fromEntries(Object.entries(values));

/** No version has this tag. */
const UNREAD = '"unread"';

/** The form inside a FormDialog. Mounted when the dialog opens, gone when it has closed. */
export function DialogForm<Values extends object>({
  subtitle,
  labels,
  initialValues,
  edits,
  danger = false,
  check,
  canSubmit,
  onSubmit,
  children,
  handle,
  formId,
  isOpen,
  isPending,
  setPending,
  onCancel,
}: FormProps<Values> & {
  handle: Ref<DialogFormHandle>;
  formId: string;
  isOpen: boolean;
  isPending: boolean;
  setPending: (isPending: boolean) => void;
  onCancel: () => void;
}) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const values: FieldValues = Form.useWatch<FieldValues>([], form);
  // The watched values follow a moment later, and a radio button would turn back until then.
  const [, showChoice] = useReducer((choices: number) => choices + 1, 0);
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>();
  const isSubmitting = useRef(false);
  const base = useRef(fieldsOf(initialValues));
  const etag = useRef(UNREAD);
  const reading = useRef<Promise<void>>(undefined);
  const sent = useRef({ body: '', key: '' });

  useImperativeHandle(handle, () => ({
    isChanged: () => Object.keys(changesOf(form.getFieldsValue(), base.current)).length > 0,
  }));

  /** Starts from the present state: fields nobody touched here follow it, the others are answered as conflicts. */
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
      // The tag stays one that never matches, and saving finds out.
      () => undefined,
    );
  });
  // A list may show an older state than the one that is to be edited.
  useEffect(() => start(), [edits?.revision]);

  const keyFor = (submitted: Values): string => {
    const body = JSON.stringify(submitted);
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() };
    return sent.current.key;
  };

  const submit = async (submitted: Values) => {
    // A second click can come before the first one is rendered, or while the dialog fades.
    if (isSubmitting.current || !isOpen) return;
    const found = check?.(submitted);
    setProblem(found);
    if (found) return;
    isSubmitting.current = true;
    setPending(true);
    try {
      await reading.current;
      await onSubmit(submitted, {
        idempotencyKey: keyFor(submitted),
        ifMatch: etag.current,
        changes: changesOf(fieldsOf(submitted), base.current) as Partial<Values>,
      });
    } catch (error) {
      if (!isApiError(error)) return;
      if (error.errors) showErrors(error.errors);
      if (error.status === 412) setConflicts(await readAgain().catch(() => undefined));
    } finally {
      isSubmitting.current = false;
      setPending(false);
    }
  };

  const showErrors = (errors: Readonly<Record<string, readonly string[]>>) => {
    const known = Object.keys(form.getFieldsValue()).filter((name) => errors[name]);
    for (const name of known) form.setFields([{ name, errors: [...(errors[name] ?? [])] }]);
    if (known[0]) form.focusField(known[0]);
  };

  return (
    <>
      {subtitle ? <p className={styles['subtitle']}>{subtitle}</p> : null}
      <Form
        form={form}
        name={formId}
        className={styles['form']}
        layout="vertical"
        noValidate
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        initialValues={initialValues}
        onFinish={(submitted) => void submit(submitted as Values)}
      >
        {problem ? (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        ) : null}
        {conflicts && edits ? (
          <ConflictPanel
            conflicts={conflicts}
            values={form.getFieldsValue()}
            words={edits}
            onChoose={(name, value) => {
              form.setFieldValue(name, value);
              showChoice();
            }}
          />
        ) : null}
        {children}
        <div className={styles['actions']}>
          <Button onClick={onCancel} disabled={isPending}>
            {labels.cancel}
          </Button>
          <Button
            type="primary"
            danger={danger}
            htmlType="submit"
            loading={isPending && { icon: <SyncOutlined spin /> }}
            disabled={
              canSubmit ? !canSubmit((values as Partial<Values> | undefined) ?? initialValues) : false
            }
          >
            {isPending ? labels.pending : labels.submit}
          </Button>
        </div>
      </Form>
    </>
  );
}
