import { InboxOutlined, ShopOutlined, TeamOutlined, ToolOutlined } from '@mainstay/ui/base';
import { type ScreenIconName } from '@mainstay/remote-contract';
import { type ComponentType, lazy, Suspense } from 'react';

/** Icons that are bundled; all others load when a remote declares them. */
const own: Partial<Record<ScreenIconName, ComponentType>> = {
  inbox: InboxOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
};

const Fetched = lazy<ComponentType<{ name: ScreenIconName }>>(() =>
  import(/* webpackChunkName: "spare-screen-icons" */ '@mainstay/ui/screen-icons').then(
    ({ screenIcons }) => ({
      default: function Fetched({ name }: { name: ScreenIconName }) {
        const Icon = screenIcons[name];
        return <Icon />;
      },
    }),
    // If the icon fails to load, the entry still works.
    () => ({ default: () => null }),
  ),
);

export function ScreenIcon({ name }: { name: ScreenIconName }) {
  const Own = own[name];
  if (Own) return <Own />;
  return (
    <Suspense fallback={null}>
      <Fetched name={name} />
    </Suspense>
  );
}
