import { Form, Input, Switch } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { Button } from '@mainstay/ui/base';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps } from 'react';
import { ApiError } from './api-error.ts';
import { PageForm } from './page-form.tsx';

export default { title: 'Web-kit/Page form', component: PageForm } satisfies Meta;

interface Digest {
  time: string;
  isOn: boolean;
}

function DigestForm(props: Partial<ComponentProps<typeof PageForm<Digest>>>) {
  return (
    <PageForm<Digest>
      labels={{ submit: 'Save', pending: 'Saving...' }}
      initialValues={{ time: '07:00', isOn: true }}
      beside={<Button>Send a test</Button>}
      onSubmit={() => Promise.resolve()}
      {...props}
    >
      <Form.Item name="time" label="Daily digest">
        <Input type="time" />
      </Form.Item>
      <Form.Item name="isOn" label="In the app">
        <Switch />
      </Form.Item>
    </PageForm>
  );
}

export const Untouched: Story = { render: () => <DigestForm /> };

function Contested() {
  const versions = ['07:00', '09:00'];
  return (
    <DigestForm
      edits={{
        labels: { time: 'Daily digest', isOn: 'In the app' },
        read: () =>
          Promise.resolve({ values: { time: versions.shift() ?? '09:00', isOn: true }, etag: '"1"' }),
      }}
      onSubmit={() =>
        Promise.reject(new ApiError({ status: 412, detail: '', errors: undefined, requestId: undefined }))
      }
    />
  );
}

export const Conflict: Story = {
  render: () => <Contested />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Save' }));
    await within(canvasElement).findByText('Daily digest is now 09:00');
  },
};
