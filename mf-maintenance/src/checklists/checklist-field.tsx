import { Form, Select } from '@mainstay/ui/forms';
import { Optional } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { checklistStrings as words } from './checklist-strings.ts';
import { activeChecklistsQuery } from './checklists.queries.ts';

/** The form field `checklistId`: one that is active. Optional, it is not there where there are none. */
export function ChecklistField({ isOptional = false }: { isOptional?: boolean }) {
  // Also while the field is not there yet.
  const chosenId = Form.useWatch<string | null | undefined>('checklistId', { preserve: true });
  const { data: checklists = [], isFetching, isError } = useQuery(activeChecklistsQuery);
  // What is cleared stays there, or the form would not send it.
  const [isShown, setShown] = useState(!isOptional);
  if (!isShown && (chosenId || checklists.length > 0)) setShown(true);
  if (!isShown) return null;
  const options = checklists.map(({ id, name }) => ({ value: id, label: name }));
  if (chosenId && !options.some(({ value }) => value === chosenId))
    options.push({ value: chosenId, label: isFetching ? strings.loading : words.inactive });
  return (
    <Form.Item
      name="checklistId"
      label={isOptional ? <Optional label={words.checklist} /> : words.checklist}
      rules={isOptional ? [] : [{ required: true, message: `${words.checklist} is required` }]}
      {...(isError && { validateStatus: 'error', help: words.loadFailed })}
    >
      <Select
        allowClear={isOptional}
        showSearch={{ optionFilterProp: 'label' }}
        loading={isFetching}
        placeholder={words.choose}
        notFoundContent={isFetching ? strings.loading : words.none}
        options={options}
      />
    </Form.Item>
  );
}
