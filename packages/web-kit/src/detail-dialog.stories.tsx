import { Badge, Button } from '@mainstay/ui/base';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { ActionsMenu } from './actions-menu.tsx';
import { asideClass, DetailDialog, DetailHead, DialogActions, DialogField } from './detail-dialog.tsx';
import { DialogMenu } from './dialog-menu.tsx';
import { Fact, Facts } from './facts.tsx';

export default {
  title: 'Web-kit/Detail dialog',
  component: DetailDialog,
  subcomponents: { ActionsMenu, DetailHead, DialogActions, DialogField, DialogMenu, Fact, Facts },
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

function TicketDetail({ problem, isDesk = false }: { problem?: string; isDesk?: boolean }) {
  return (
    <DetailDialog
      open
      title="Fryer is cold"
      problem={problem}
      isDesk={isDesk}
      onClose={() => undefined}
      afterClose={() => undefined}
    >
      <DialogMenu actions={[{ name: 'Delete', danger: true, onClick: () => undefined }]} />
      <DetailHead>#1042</DetailHead>
      <div className={asideClass}>
        <Facts>
          <Fact label="Location">Store 42, Springfield</Fact>
          <Fact label="Priority">
            <Badge>High</Badge>
          </Fact>
        </Facts>
      </div>
      <Facts>
        <Fact label="Description" wide>
          The second basin does not heat up since Monday. The technician needs the key of the cellar.
        </Fact>
      </Facts>
      <DialogField>A field</DialogField>
      <DialogActions>
        <Button>Edit</Button>
        <Button danger>Delete</Button>
      </DialogActions>
    </DetailDialog>
  );
}

export const Shown: Story = { render: () => <TicketDetail /> };

export const Outdated: Story = {
  render: () => <TicketDetail problem="This ticket no longer exists. Its last known state is shown." />,
};

/** With its properties at the side. */
export const Desk: Story = { render: () => <TicketDetail isDesk /> };
