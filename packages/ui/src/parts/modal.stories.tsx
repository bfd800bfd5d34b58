import { Button, Modal } from 'antd';
import { type Meta, type Story } from '../stories.ts';

export default {
  title: 'UI/Modal',
  component: Modal,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Confirmation: Story = {
  render: () => (
    <Modal
      open
      centered
      title="Delete Location"
      footer={[
        <Button key="cancel">Cancel</Button>,
        <Button key="delete" type="primary" danger>
          Delete
        </Button>,
      ]}
    >
      Are you sure you want to delete Store 42? Its tickets stay.
    </Modal>
  ),
};

export const MuchText: Story = {
  render: () => (
    <Modal open title="Cold storage does not reach its temperature" footer={null}>
      {Array.from({ length: 30 }, (_, at) => (
        <p key={at}>
          The compressor runs without a pause, and the display shows 9 °C since the morning delivery.
        </p>
      ))}
    </Modal>
  ),
};
