import { ApiOutlined, InboxOutlined, ShopOutlined, TeamOutlined, ToolOutlined } from '@mainstay/ui/base';
import { type ScreenIconName } from '@mainstay/remote-contract';
import { type ComponentType, lazy, Suspense } from 'react';

type Icons = Record<ScreenIconName, ComponentType>;

/** Icons of the product's own screens are bundled; others load when a remote declares them. */
const own: Partial<Icons> = {
  equipment: ApiOutlined,
  inbox: InboxOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
};

const noIcons: Partial<Icons> = {};

// If the icon fails to load, the entry still works.
const loadIcons = (): Promise<Partial<Icons>> =>
  import(/* webpackChunkName: "spare-screen-icons" */ '@mainstay/ui/screen-icons').then(
    ({ screenIcons }): Icons => screenIcons,
    () => noIcons,
  );

const Fetched = lazy(async () => {
  const icons = await loadIcons();
  return {
    default: function Fetched({ name }: { name: ScreenIconName }) {
      const Icon = icons[name];
      return Icon ? <Icon /> : null;
    },
  };
});

export function ScreenIcon({ name }: { name: ScreenIconName }) {
  const Own = own[name];
  if (Own) return <Own />;
  return (
    <Suspense fallback={null}>
      <Fetched name={name} />
    </Suspense>
  );
}
