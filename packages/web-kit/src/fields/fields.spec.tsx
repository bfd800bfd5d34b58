import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FormDialog } from '../form-dialog.tsx';
import { fakeApi, renderWithProviders, returns } from '../testing/index.ts';
import { AmountField, DayField } from './index.ts';

interface Values {
  amount: string | null;
  day: string;
}

fakeApi(returns('/config.json', { currency: 'EUR' }));

function open(initialValues: Values) {
  const save = jest.fn<(changes: Partial<Values>) => Promise<unknown>>(() => Promise.resolve());
  const rendered = renderWithProviders(
    <FormDialog<Values>
      open
      title="Edit"
      labels={{ cancel: 'Cancel', submit: 'Save', pending: 'Saving...' }}
      initialValues={initialValues}
      onSubmit={(_values, { changes }) => save(changes)}
      onClose={() => undefined}
    >
      <AmountField name="amount" label="Amount" extra="Leave it empty for none." />
      <DayField name="day" label="Day" from="2000-01-01" years={1} />
    </FormDialog>,
  );
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const submit = () => rendered.user.click(screen.getByRole('button', { name: 'Save' }));
  return { ...rendered, save, type, submit };
}

describe('a field for money', () => {
  it('sends the one form, keeps what is typed while it has the focus, and shows the form once it is left', async () => {
    const { queryClient, save, submit, user } = open({ amount: null, day: '' });
    const amount = screen.getByLabelText('Amount');
    expect(amount).toHaveAttribute('inputmode', 'decimal');
    await waitFor(() => expect(queryClient.getQueryData(['/config.json'])).toBeDefined());
    await user.type(amount, '€ 1.299,00');
    expect(amount).toHaveValue('€ 1.299,00');
    await user.tab();
    expect(amount).toHaveValue('1299.00');
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ amount: '1299.00' }));
  });

  it('takes the same amount in another form for no change, and an empty field for an empty text', async () => {
    const { save, submit, type } = open({ amount: '640.00', day: '' });
    expect(screen.getByLabelText('Amount')).toHaveValue('640.00');
    type('Amount', ' 640 ');
    await submit();
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({}));
    type('Amount', ' ');
    await submit();
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ amount: '' }));
  });

  it('refuses what is no amount or could be two, tells it at the field, and keeps it', async () => {
    const { save, submit, user } = open({ amount: null, day: '' });
    await user.type(screen.getByLabelText('Amount'), '1.299');
    await submit();
    expect(await screen.findByText('Must be an amount such as 120.50.')).toBeVisible();
    expect(screen.getByLabelText('Amount')).toHaveValue('1.299');
    expect(screen.getByLabelText('Amount')).toBeInvalid();
    expect(save).not.toHaveBeenCalled();
  });
});

describe('a field for a day', () => {
  beforeEach(() => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-27T23:00:00Z'));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(['1999-12-31', '2027-11-28', '2206-11-27'])('refuses %s', async (day) => {
    const { save, submit, type } = open({ amount: null, day: '' });
    type('Day', day);
    await submit();
    expect(await screen.findByText('Must be a day from Jan 1, 2000 to Nov 27, 2027.')).toBeVisible();
    expect(save).not.toHaveBeenCalled();
  });

  it.each(['2000-01-01', '2027-11-27'])('takes %s', async (day) => {
    const { save, submit, type } = open({ amount: null, day: '' });
    type('Day', day);
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ day }));
  });

  it('keeps one that was there before, until it is changed', async () => {
    const { save, submit, type } = open({ amount: null, day: '2206-11-27' });
    type('Amount', '5');
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ amount: '5.00' }));
    type('Day', '2206-11-28');
    await submit();
    expect(await screen.findByText('Must be a day from Jan 1, 2000 to Nov 27, 2027.')).toBeVisible();
  });
});
