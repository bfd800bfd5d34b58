import { type Meta, type Story } from '@mainstay/ui/stories';
import { OnlineButton } from './online-button.tsx';

export default {
  title: 'Web-kit/Online button',
  component: OnlineButton,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Online: Story = { render: () => <OnlineButton>Watch</OnlineButton> };

export const Offline: Story = {
  ...Online,
  play: () => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    window.dispatchEvent(new Event('offline'));
    return Promise.resolve();
  },
};
