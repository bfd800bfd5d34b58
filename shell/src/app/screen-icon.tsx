import { ShopOutlined, TeamOutlined, ToolOutlined } from '@mainstay/ui/base';
import { type ScreenIconName } from '@mainstay/remote-contract';
import { type ComponentType, lazy, Suspense } from 'react';

type Icons = Record<ScreenIconName, ComponentType>;

/** The specification's screens have these; the others are fetched when a remote declares one. */
const own: Partial<Icons> = { shop: ShopOutlined, team: TeamOutlined, tool: ToolOutlined };

const noIcons: Partial<Icons> = {};

// An entry without its icon is still an entry.
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

/** The icon of a screen in the sidebar. */
export function ScreenIcon({ name }: { name: ScreenIconName }) {
  const Own = own[name];
  if (Own) return <Own />;
  return (
    <Suspense fallback={null}>
      <Fetched name={name} />
    </Suspense>
  );
}
