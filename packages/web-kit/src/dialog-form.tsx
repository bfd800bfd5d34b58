import { Button } from '@mainstay/ui/base';
import { Alert, SyncOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useReducer } from 'react';
import { ConflictPanel } from './conflict-panel.tsx';
import styles from './dialog-form.module.css';
import { type FieldValues } from './edit-conflict.ts';
import { type FormProps } from './form-props.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { strings } from './strings.ts';
import { useFormConflict } from './use-form-conflict.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useFormSubmit } from './use-form-submit.ts';
import { useIsOffline } from './use-is-offline.ts';

export interface DialogFormHandle {
  /** Whether the form has unsaved input. */
  isChanged: () => boolean;
}

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
  const isWithoutNetwork = useIsOffline();
  const conflict = useFormConflict(form, initialValues, edits);
  const { conflicts, changes } = conflict;
  const draft = useFormDraft(form, { formId, name, objectId, isOpen, isEdit: edits !== undefined }, conflict);
  const { problem, submit } = useFormSubmit(form, { check, onSubmit }, conflict, {
    isOpen,
    setPending,
    onSaved: draft.dismiss,
  });

  const isChanged = () => Object.keys(changes()).length > 0;
  useImperativeHandle(handle, () => ({ isChanged }));
  const tellChanged = () => onChanged?.(isChanged());
  // Typing notifies at once, before anything else can be pressed; this is for what was read or saved.
  const tellLater = useEffectEvent(tellChanged);
  useEffect(() => tellLater(), [values, isPending]);

  const discardDraft = () => {
    const [first] = draft.discard();
    tellChanged();
    if (first) form.focusField(first);
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
        {draft.isRestored ? <RestoredNotice onDiscard={discardDraft} /> : null}
        {problem ? <Alert className={styles['problem'] ?? ''} type="error" title={problem} /> : null}
        {conflicts && edits ? (
          <ConflictPanel
            conflicts={conflicts}
            values={form.getFieldsValue()}
            words={edits}
            onChoose={(field, value) => {
              form.setFieldValue(field, value);
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
