import { Form, Input, Switch } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { Button } from '@mainstay/ui/base';
import { PageForm } from './page-form.tsx';

export default { title: 'Web-kit/Page form', component: PageForm } satisfies Meta;

export const Untouched: Story = {
  render: () => (
    <PageForm
      labels={{ submit: 'Save', pending: 'Saving...' }}
      objectId={undefined}
      initialValues={{ time: '07:00', isOn: true }}
      beside={<Button>Send a test</Button>}
      onSubmit={() => Promise.resolve()}
    >
      <Form.Item name="time" label="Daily digest">
        <Input type="time" />
      </Form.Item>
      <Form.Item name="isOn" label="In the app">
        <Switch />
      </Form.Item>
    </PageForm>
  ),
};
