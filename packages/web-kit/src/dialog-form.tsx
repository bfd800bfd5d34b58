import { Button } from '@mainstay/ui/base';
import { Alert, SyncOutlined } from '@mainstay/ui/core';
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
import { type Draft } from './drafts.ts';
import { changesOf, conflictsOf, type FieldConflict, type FieldValues } from './edit-conflict.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { formStrings } from './form-strings.ts';
import { strings } from './strings.ts';
import { useDraft } from './use-draft.ts';
import { useIsOffline } from './use-is-offline.ts';

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

export interface DialogFormHandle {
  /** Whether the form has unsaved input. */
  isChanged: () => boolean;
}

/** What a password is typed into, also while it is shown. antd says so of each select, too. */
const PASSWORD = '[type="password"], [autocomplete$="password"]:not([role="combobox"])';

/** The names of the fields of a form that passwords are typed into. */
const passwordsOf = (formId: string): string[] =>
  Array.from(document.getElementById(formId)?.querySelectorAll(PASSWORD) ?? [], ({ id }) =>
    id.slice(formId.length + 1),
  );

const isPair = (found: unknown): found is readonly [unknown, unknown] =>
  Array.isArray(found) && found.length === 2;

const fieldsOf = (values: object): FieldValues => Object.fromEntries(Object.entries(values));

/** An ETag that no version has. */
const UNREAD = '"unread"';

/**
 * The form of a FormDialog, mounted for as long as the dialog is open, and of a PageForm.
 * @param beside what stands before the submit button
 */
export function DialogForm<Values extends object>({
  name,
  objectId,
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
  onChanged,
  beside,
}: FormProps<Values> & {
  /** What the form is called at this path. */
  name: string;
  handle?: Ref<DialogFormHandle>;
  formId: string;
  isOpen: boolean;
  isPending: boolean;
  setPending: (isPending: boolean) => void;
  /** Called with whether the form has unsaved input. */
  onChanged?: (isChanged: boolean) => void;
  beside?: ReactNode;
}) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const values: FieldValues = Form.useWatch<FieldValues>([], form);
  // Watched values update one render later; without this, a radio button would flip back until then.
  const [, showChoice] = useReducer((choices: number) => choices + 1, 0);
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>();
  const isWithoutNetwork = useIsOffline();
  const isSubmitting = useRef(false);
  const base = useRef(fieldsOf(initialValues));
  const etag = useRef(UNREAD);
  const reading = useRef<Promise<void>>(undefined);
  const sent = useRef({ body: '', key: '' });

  const changes = () => changesOf(form.getFieldsValue(), base.current);
  const isChanged = () => Object.keys(changes()).length > 0;
  useImperativeHandle(handle, () => ({ isChanged }));
  const tellChanged = () => onChanged?.(isChanged());
  // What is typed is told at once, before anything else can be pressed; this is for what was read or saved.
  const tellLater = useEffectEvent(tellChanged);
  useEffect(() => tellLater(), [values, isPending]);

  /** Each changed field, with what it was. */
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
      if (edits) base.current = { ...base.current, [field]: before };
      form.setFields([{ name: field, value, touched: true }]);
    }
  });
  useEffect(() => restore(), []);
  const discardDraft = () => {
    const fields = Object.keys(draft ?? {});
    form.setFields(
      fields.map((field) => ({ name: field, value: base.current[field], touched: false, errors: [] })),
    );
    setConflicts(undefined);
    dismiss();
    tellChanged();
    if (fields[0]) form.focusField(fields[0]);
  };

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

  const keyFor = (submitted: Values): string => {
    const body = JSON.stringify(submitted);
    if (sent.current.body !== body) sent.current = { body, key: newIdempotencyKey() };
    return sent.current.key;
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
      await reading.current;
      let sending: Promise<unknown>;
      try {
        sending = onSubmit(submitted, {
          idempotencyKey: keyFor(submitted),
          ifMatch: etag.current,
          changes: changesOf(fieldsOf(submitted), base.current) as Partial<Values>,
        });
      } catch {
        // A value that no request can have, such as an impossible date.
        setProblem(formStrings.notSent);
        return;
      }
      await sending;
      base.current = fieldsOf(submitted);
      setConflicts(undefined);
      dismiss();
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
        onValuesChange={tellChanged}
        onFinish={(submitted) => void submit(submitted as Values)}
      >
        {isRestored ? <RestoredNotice onDiscard={discardDraft} /> : null}
        {problem ? <Alert className={styles['problem'] ?? ''} type="error" title={problem} /> : null}
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
        {isWithoutNetwork ? (
          <p className={styles['offline']} role="status">
            {strings.offline}
          </p>
        ) : null}
        <div className={styles['actions']}>
          {beside}
          <Button
            type="primary"
            danger={danger}
            htmlType="submit"
            loading={isPending && { icon: <SyncOutlined spin /> }}
            disabled={
              isWithoutNetwork ||
              (canSubmit ? !canSubmit((values as Partial<Values> | undefined) ?? initialValues) : false)
            }
          >
            {isPending ? labels.pending : labels.submit}
          </Button>
        </div>
      </Form>
    </>
  );
}
