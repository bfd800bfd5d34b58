import { type Meta, type Story } from '@mainstay/ui/stories';
import { DownloadButton } from './download-button.tsx';

export default { title: 'Web-kit/Download button', component: DownloadButton } satisfies Meta;

export const Link: Story = {
  render: () => <DownloadButton href="/api/costs?format=csv">Costs</DownloadButton>,
};
export const Disabled: Story = { render: () => <DownloadButton disabled>Costs</DownloadButton> };
