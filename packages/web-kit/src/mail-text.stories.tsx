import { type Meta, type Story } from '@mainstay/ui/stories';
import { MailText } from './mail-text.tsx';

export default { title: 'Web-kit/E-mail address', component: MailText } satisfies Meta;

export const Narrow: Story = {
  render: () => (
    <div style={{ width: 130, overflowWrap: 'anywhere' }}>
      <MailText address="service@bay-refrigeration.example" />
    </div>
  ),
};
