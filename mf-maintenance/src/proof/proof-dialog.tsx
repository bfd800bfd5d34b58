import { updateTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Button } from '@mainstay/ui/base';
import { Form } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit/forms';
import { LongTextField } from '@mainstay/web-kit/fields';
import { useEffect, useState } from 'react';
import { type Completion, type Unproven } from '../ticket-data/use-status-change.tsx';
import { fieldStrings } from '../field-strings.ts';
import { OpenChecklist } from './open-checklist.tsx';
import { PhotoField } from './photo-field.tsx';
import { proofStrings as strings } from './proof-strings.ts';
import { useProofPhotos } from './use-proof-photos.ts';

interface Values {
  completionNote: string;
  waive: string;
}

export interface ProofDialogProps extends Unproven {
  /** Administrators complete a ticket without what is missing. */
  canWaive: boolean;
  /** Rejects where something is missing still: `problem` says then what. */
  onComplete: (completion: Completion) => Promise<unknown>;
  afterClose: () => void;
}

/** Asks for what is missing of a ticket that is to be completed, and completes it. */
export function ProofDialog({
  ticket: { id, completionNote },
  missing,
  problem,
  canWaive,
  onComplete,
  afterClose,
}: ProofDialogProps) {
  const [isOpen, setOpen] = useState(true);
  const [isWaived, setWaived] = useState(false);
  const photos = useProofPhotos(id, missing);
  const needsNote = missing.includes('note') && !isWaived;
  const close = () => setOpen(false);
  return (
    <FormDialog<Values>
      open={isOpen}
      title={strings.title}
      labels={{ submit: isWaived ? strings.without : strings.complete, pending: strings.completing }}
      alternative={
        canWaive && !isWaived ? <Button onClick={() => setWaived(true)}>{strings.without}</Button> : null
      }
      objectId={id}
      initialValues={{ completionNote: completionNote ?? '', waive: '' }}
      check={() => (isWaived ? undefined : photos.problem)}
      onSubmit={async (_values, { changes }) => {
        if (!isWaived) await photos.upload();
        await onComplete(changes);
        close();
      }}
      onClose={close}
      afterClose={afterClose}
    >
      <p role="status">{problem}</p>
      {missing.includes('checklist') ? <OpenChecklist ticketId={id} /> : null}
      {isWaived ? <ReasonField /> : photos.asked.map((asked) => <PhotoField key={asked.label} {...asked} />)}
      <LongTextField
        name="completionNote"
        label={fieldStrings.completionNote}
        limits={{ ...limits.completionNote, ...(needsNote && { minLength: 1 }) }}
        isOptional={!needsNote}
      />
    </FormDialog>
  );
}

/** It takes the focus: the button that was pressed is no longer there. */
function ReasonField() {
  const form = Form.useFormInstance();
  useEffect(() => form.focusField('waive'), [form]);
  return <LongTextField name="waive" label={strings.reason} limits={limits.waive} />;
}
