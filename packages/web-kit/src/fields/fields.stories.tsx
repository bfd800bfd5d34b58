import { Form } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { AmountField, DayField, LimitedField, LongTextField, Optional, Pair, TextField } from './index.ts';

export default {
  title: 'Web-kit/Fields',
  component: AmountField,
  subcomponents: { DayField, LimitedField, LongTextField, Optional, Pair, TextField },
} satisfies Meta;

/** @param name distinguishes its fields from those of the other stories */
function Fields({ name }: { name: string }) {
  return (
    <Form
      name={name}
      layout="vertical"
      initialValues={{ amount: '1299.00', day: '2026-03-05', title: 'Fryer', notes: '' }}
      style={{ maxWidth: 360 }}
    >
      <TextField name="title" label={`Title, ${name}`} limits={{ required: true, maxLength: 10 }} />
      <LongTextField name="notes" label={`Notes, ${name}`} limits={{}} isOptional />
      <Pair>
        <AmountField name="amount" label={`Amount, ${name}`} extra="Leave it empty for no limit." />
        <DayField name="day" label={`Day, ${name}`} from="2000-01-01" years={1} />
      </Pair>
    </Form>
  );
}

export const Filled: Story = { render: () => <Fields name="filled" /> };

export const Refused: Story = {
  render: () => <Fields name="refused" />,
  play: async () => {
    const amount = await screen.findByLabelText('Amount, refused');
    await userEvent.clear(amount);
    await userEvent.type(amount, '1.299');
    await screen.findByText('Must be an amount such as 120.50.');
    await userEvent.type(screen.getByLabelText('Title, refused'), ' is cold');
    await screen.findByText('At most 10 characters');
    const day = screen.getByLabelText('Day, refused');
    await userEvent.clear(day);
    await userEvent.type(day, '2206-11-27');
    await screen.findByText(/Must be a day from/);
  },
};
