import {
  ApiOutlined,
  BarChartOutlined,
  BellOutlined,
  ClockCircleOutlined,
  InboxOutlined,
  ShopOutlined,
  TeamOutlined,
  ToolOutlined,
  TruckOutlined,
} from '@mainstay/ui/base';
import { type ScreenIconName } from '@mainstay/remote-contract';
import { type ComponentType, lazy, Suspense } from 'react';

/** Icons of the product's own screens, which are there from the start. */
const own = {
  bell: BellOutlined,
  chart: BarChartOutlined,
  clock: ClockCircleOutlined,
  equipment: ApiOutlined,
  inbox: InboxOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  truck: TruckOutlined,
};
type Spare = Exclude<ScreenIconName, keyof typeof own>;
const isOwn = (name: ScreenIconName): name is keyof typeof own => name in own;

/** All others load when a remote declares one. */
const Fetched = lazy<ComponentType<{ name: Spare }>>(() =>
  import(/* webpackChunkName: "spare-screen-icons" */ '@mainstay/ui/screen-icons').then(
    ({ screenIcons }) => ({
      default: function Fetched({ name }: { name: Spare }) {
        const Icon = screenIcons[name];
        return <Icon />;
      },
    }),
    // If the icon fails to load, the entry still works.
    () => ({ default: () => null }),
  ),
);

export function ScreenIcon({ name }: { name: ScreenIconName }) {
  if (isOwn(name)) {
    const Own = own[name];
    return <Own />;
  }
  return (
    <Suspense fallback={null}>
      <Fetched name={name} />
    </Suspense>
  );
}
