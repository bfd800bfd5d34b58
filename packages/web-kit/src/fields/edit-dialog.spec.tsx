import { expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderWithProviders } from '../testing/index.ts';
import { type Edit, EditDialog } from './edit-dialog.tsx';
import { LongTextField, TextField } from './index.ts';

interface Values {
  name: string;
  note: string;
}
interface Thing {
  name: string;
  note: string | null;
}

it('edits what is read, sends what was changed of that version, and closes after that', async () => {
  const send = jest.fn<(edit: Edit<Values>) => Promise<unknown>>(() => Promise.resolve());
  const close = jest.fn();
  const { user } = renderWithProviders(
    <EditDialog<Values, Thing>
      open
      title="Edit thing"
      thing={{ id: '1', name: 'Fryer', note: null }}
      read={(id) => Promise.resolve({ body: { name: `Fryer ${id}`, note: 'newer' }, etag: '"7"' })}
      valuesOf={({ name, note }) => ({ name, note: note ?? '' })}
      labels={{ name: 'Name', note: 'Note' }}
      send={send}
      onClose={close}
    >
      <TextField name="name" label="Name" limits={{ required: true, maxLength: 10 }} />
      <LongTextField name="note" label="Note" limits={{}} />
    </EditDialog>,
  );
  const name = screen.getByLabelText('Name');
  expect(name).toHaveAttribute('autocomplete', 'off');
  await waitFor(() => expect(name).toHaveValue('Fryer 1'));
  expect(screen.getByLabelText('Note')).toHaveValue('newer');
  const type = (value: string) => fireEvent.change(name, { target: { value } });
  const save = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));
  type('');
  await save();
  expect(await screen.findByText('Name is required')).toBeVisible();
  type('Oven');
  await save();
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  expect(send.mock.calls.map(([edit]) => edit)).toEqual([
    { id: '1', changes: { name: 'Oven' }, ifMatch: '"7"' },
  ]);
});
