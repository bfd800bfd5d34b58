import { type Meta, type Story } from '@mainstay/ui/stories';
import { ExportCsv } from './export-csv.tsx';

export default { title: 'Web-kit/Export CSV', component: ExportCsv } satisfies Meta;

export const Link: Story = { render: () => <ExportCsv path="/api/tickets" filter={{ status: 'solved' }} /> };
