import { FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { ViewFields, type ViewValues } from './view-fields.tsx';
import { viewStrings } from './view-strings.ts';
import { useCreateView } from './view-writes.ts';

/** @param query the parameters that the view will have */
export function SaveViewDialog({
  query,
  canShare,
  ...dialog
}: OpenedDialog & { query: string; canShare: boolean }) {
  const create = useCreateView();
  return (
    <FormDialog<ViewValues>
      {...dialog}
      title={viewStrings.save}
      subtitle={viewStrings.subtitle}
      labels={{ submit: viewStrings.submit, pending: viewStrings.saving }}
      initialValues={{ name: '', shared: false }}
      onSubmit={(values, { idempotencyKey }) =>
        create
          .mutateAsync({ body: { ...values, screen: 'tickets', query }, idempotencyKey })
          .then(dialog.onClose)
      }
    >
      <ViewFields canShare={canShare} />
    </FormDialog>
  );
}
