import { createChecklistRequest as limits } from '@mainstay/svc-core/limits';
import { fieldsOf, TextField } from '@mainstay/web-kit/fields';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { type Checklist } from '../checklists/checklists.queries.ts';
import { screenStrings } from './screen-strings.ts';
import { faultOfLimits, newStep, stepRequest, stepValues, type StepValues } from './step-values.ts';
import { StepsField } from './steps-field.tsx';
import {
  readChecklist,
  useCreateChecklist,
  useDeleteChecklist,
  useUpdateChecklist,
} from './templates.queries.ts';

const { templates: strings, step: words, fields } = screenStrings;
const field = fieldsOf(fields, limits);
const save = { submit: strings.save, pending: strings.saving };

interface Values {
  name: string;
  steps: readonly StepValues[];
}

const valuesOf = ({ name, steps }: Checklist): Values => ({ name, steps: steps.map(stepValues) });

/** What is wrong with the steps. */
function check({ steps }: Values): string | undefined {
  if (steps.length === 0) return words.needsStep;
  const untold = steps.findIndex(({ text }) => text.trim() === '');
  if (untold >= 0) return words.needsText(untold + 1);
  const faults = steps.map(faultOfLimits);
  const at = faults.findIndex((fault) => fault !== undefined);
  const fault = faults[at];
  return fault && words.limits[fault](at + 1);
}

export function AddChecklistDialog(dialog: OpenedDialog) {
  const create = useCreateChecklist();
  return (
    <FormDialog<Values>
      {...dialog}
      title={strings.add}
      labels={save}
      initialValues={{ name: '', steps: [newStep()] }}
      check={check}
      onSubmit={({ name, steps }, { idempotencyKey }) =>
        create
          .mutateAsync({ body: { name, steps: steps.map(stepRequest), active: true }, idempotencyKey })
          .then(dialog.onClose)
      }
    >
      <ChecklistFields />
    </FormDialog>
  );
}

export function EditChecklistDialog({ checklist, ...dialog }: OpenedDialog & { checklist: Checklist }) {
  const update = useUpdateChecklist();
  return (
    <FormDialog<Values>
      {...dialog}
      title={strings.editTitle}
      labels={save}
      objectId={checklist.id}
      initialValues={valuesOf(checklist)}
      edits={{
        read: async () => {
          const { body, etag } = await readChecklist(checklist.id);
          return { values: valuesOf(body), etag };
        },
        labels: fields,
        show: (_name, value) => (Array.isArray(value) ? strings.steps(value.length) : undefined),
      }}
      check={check}
      onSubmit={(_values, { changes: { name, steps }, ifMatch }) =>
        update
          .mutateAsync({
            id: checklist.id,
            ifMatch,
            changes: { ...(name !== undefined && { name }), ...(steps && { steps: steps.map(stepRequest) }) },
          })
          .then(dialog.onClose)
      }
    >
      <ChecklistFields />
    </FormDialog>
  );
}

function ChecklistFields() {
  return (
    <>
      <TextField {...field('name')} />
      <StepsField />
    </>
  );
}

export function DeleteChecklistDialog({ checklist, ...dialog }: OpenedDialog & { checklist: Checklist }) {
  const remove = useDeleteChecklist();
  return (
    <ConfirmDialog
      {...dialog}
      title={strings.delete}
      prompt={strings.deletePrompt}
      subject={checklist.name}
      onConfirm={() => remove.mutateAsync(checklist.id).then(dialog.onClose)}
    />
  );
}
