import { Form, Input, Switch } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { Select } from './select.tsx';

export default {
  title: 'UI/Form fields',
  component: Form,
  subcomponents: { Input, Select, Switch },
} satisfies Meta;

const priorities = ['Low', 'Medium', 'High', 'Urgent'].map((label) => ({ value: label, label }));

export const Filled: Story = {
  render: () => (
    <Form layout="vertical" style={{ maxWidth: 420 }}>
      <Form.Item name="title" label="Title" initialValue="Fryer does not heat">
        <Input />
      </Form.Item>
      <Form.Item name="priority" label="Priority" initialValue="High">
        <Select options={priorities} />
      </Form.Item>
      <Form.Item name="due" label="Due" initialValue="2026-03-05T15:04">
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="notes" label="Description" initialValue="Basin two, since this morning.">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
      <Form.Item name="live" label="Tell me at once" initialValue>
        <Switch />
      </Form.Item>
      <Form.Item name="digest" label="Daily digest" initialValue={false}>
        <Switch />
      </Form.Item>
    </Form>
  ),
};

export const Empty: Story = {
  render: () => (
    <Form layout="vertical" style={{ maxWidth: 420 }}>
      <Form.Item name="city" label="City">
        <Input placeholder="Where the store is" />
      </Form.Item>
      <Form.Item name="role" label="Role">
        <Select options={priorities} placeholder="Choose one" />
      </Form.Item>
    </Form>
  ),
};

export const RefusedAndDisabled: Story = {
  render: () => (
    <Form layout="vertical" style={{ maxWidth: 420 }}>
      <Form.Item label="Email" htmlFor="refused-email" validateStatus="error" help="Email is taken">
        <Input id="refused-email" defaultValue="manager@example.com" status="error" />
      </Form.Item>
      <Form.Item label="Location" htmlFor="disabled-location">
        <Input id="disabled-location" defaultValue="Store 42" disabled />
      </Form.Item>
    </Form>
  ),
};
