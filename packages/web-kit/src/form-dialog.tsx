import { Button } from '@mainstay/ui/base';
import { Modal, SyncOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { type ReactNode, useId, useRef, useState } from 'react';
import { isApiError } from './api-error.ts';
import styles from './form-dialog.module.css';

interface FormProps<Values extends object> {
  subtitle?: string;
  labels: { cancel: string; submit: string; pending: string };
  initialValues: Partial<Values>;
  /** The submit button destroys something. */
  danger?: boolean;
  /** What is wrong with the form as a whole, said above the fields instead of submitting. */
  check?: (values: Values) => string | undefined;
  /** The submit button stays disabled until this is true. */
  canSubmit?: (values: Partial<Values>) => boolean;
  /** Sends the values. A rejection it has told the user about; a 400's `errors` land on the fields. */
  onSubmit: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** The fields: `Form.Item`s named like the members of a request's body. */
  children: ReactNode;
}

/**
 * A dialog around one form: the first field has the focus, a second submit while the first is under way does
 * nothing, and it starts from its initial values each time it opens.
 */
export function FormDialog<Values extends object>({
  open,
  title,
  onClose,
  afterClose,
  ...form
}: FormProps<Values> & { open: boolean; title: string; afterClose?: () => void }) {
  const formId = useId();
  const [isPending, setPending] = useState(false);
  return (
    <Modal
      open={open}
      title={title}
      footer={null}
      centered
      destroyOnHidden
      // Text typed so far is not to be lost to a click beside the dialog.
      mask={{ closable: false }}
      onCancel={() => {
        if (!isPending) onClose();
      }}
      afterOpenChange={(isOpen) => {
        const form = document.getElementById(formId);
        if (isOpen && form && !form.contains(document.activeElement)) {
          form.querySelector<HTMLElement>('input, textarea')?.focus();
        }
      }}
      afterClose={afterClose}
    >
      <DialogForm {...form} formId={formId} isPending={isPending} setPending={setPending} onClose={onClose} />
    </Modal>
  );
}

function DialogForm<Values extends object>({
  subtitle,
  labels,
  initialValues,
  danger = false,
  check,
  canSubmit,
  onSubmit,
  onClose,
  children,
  formId,
  isPending,
  setPending,
}: FormProps<Values> & { formId: string; isPending: boolean; setPending: (isPending: boolean) => void }) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const values: unknown = Form.useWatch([], form);
  const [problem, setProblem] = useState<string>();
  const isSubmitting = useRef(false);

  const submit = async (submitted: Values) => {
    // A second click can come before the first one is rendered.
    if (isSubmitting.current) return;
    const found = check?.(submitted);
    setProblem(found);
    if (found) return;
    isSubmitting.current = true;
    setPending(true);
    try {
      await onSubmit(submitted);
    } catch (error) {
      if (isApiError(error) && error.errors) showErrors(error.errors);
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
        {children}
        <div className={styles['actions']}>
          <Button onClick={onClose} disabled={isPending}>
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
