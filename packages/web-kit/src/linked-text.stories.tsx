import { type Meta, type Story } from '@mainstay/ui/stories';
import { LinkedText } from './linked-text.tsx';

export default { title: 'Web-kit/Linked text', component: LinkedText } satisfies Meta;

export const WithLinks: Story = {
  render: () => <LinkedText text={`As in ${location.origin}/tickets, see https://example.com/manual.pdf.`} />,
};
