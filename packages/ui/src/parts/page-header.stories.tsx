import { Button } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { PageHeader } from './page-header.tsx';

export default { title: 'UI/PageHeader', component: PageHeader } satisfies Meta;

export const WithActions: Story = {
  render: () => (
    <PageHeader
      title="Locations"
      subtitle="Manage all franchise locations"
      primary={<Button type="primary">Add Location</Button>}
    />
  ),
};

export const TitleAlone: Story = { render: () => <PageHeader title="Dashboard" /> };

export const LongTitle: Story = {
  render: () => (
    <PageHeader
      title="Preventive maintenance of refrigeration and ventilation equipment"
      subtitle="What is due in the stores of the northern and the eastern districts before the end of the quarter"
      secondary={[<Button key="export">Export</Button>, <Button key="print">Print</Button>]}
      primary={<Button type="primary">Create Ticket</Button>}
    />
  ),
};
