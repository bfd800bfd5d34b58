import { type Meta, type Story } from '@mainstay/ui/stories';
import { DiscardPrompt } from './discard-prompt.tsx';

export default {
  title: 'Web-kit/Discard prompt',
  component: DiscardPrompt,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Asking: Story = {
  render: () => <DiscardPrompt open onKeep={() => undefined} onDiscard={() => undefined} />,
};
