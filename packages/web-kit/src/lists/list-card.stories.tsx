import { Button, ShopOutlined, WarningOutlined } from '@mainstay/ui/base';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { CardGrid, CardLine, ListCard } from './list-card.tsx';

export default {
  title: 'Web-kit/List card',
  component: ListCard,
  subcomponents: { CardGrid, CardLine },
} satisfies Meta;

export const Cards: Story = {
  render: () => (
    <CardGrid>
      <ListCard
        nameId="fryer"
        name="Fryer 2"
        heading="h3"
        subtitle="Cooking"
        state={{ variant: 'secondary', text: 'In service' }}
        actions={<Button size="small">Edit</Button>}
      >
        <CardLine icon={<WarningOutlined />} tone="alert">
          2 open tickets
        </CardLine>
        <CardLine icon={<ShopOutlined />} tone="missing">
          No sticker
        </CardLine>
      </ListCard>
      <ListCard
        nameId="store"
        name="Lincoln Park"
        heading="h2"
        subtitle="#102"
        state={{ variant: 'default', text: 'Active' }}
      >
        <CardLine icon={<ShopOutlined />}>2200 N Clark St</CardLine>
      </ListCard>
    </CardGrid>
  ),
};
