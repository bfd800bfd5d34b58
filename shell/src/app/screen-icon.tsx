import {
  ApiOutlined,
  BarChartOutlined,
  BellOutlined,
  ClockCircleOutlined,
  FileTextOutlined,
  InboxOutlined,
  SafetyCertificateOutlined,
  ShopOutlined,
  TeamOutlined,
  ToolOutlined,
  TruckOutlined,
  late,
} from '@mainstay/ui/base';
import { type ScreenIconName } from '@mainstay/remote-contract';

/** Icons of the product's own screens, which are there from the start. */
const own = {
  bell: BellOutlined,
  chart: BarChartOutlined,
  clock: ClockCircleOutlined,
  document: FileTextOutlined,
  equipment: ApiOutlined,
  inbox: InboxOutlined,
  safety: SafetyCertificateOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  truck: TruckOutlined,
};
type Spare = Exclude<ScreenIconName, keyof typeof own>;
const isOwn = (name: ScreenIconName): name is keyof typeof own => name in own;

/** All others load when a remote declares one. Without its icon the entry still works. */
const spare = late(() => import(/* webpackChunkName: "spare-screen-icons" */ '@mainstay/ui/screen-icons'));

function FetchedIcon({ name }: { name: Spare }) {
  const Icon = spare.useNeeded(true)?.screenIcons[name];
  return Icon ? <Icon /> : null;
}

export function ScreenIcon({ name }: { name: ScreenIconName }) {
  if (!isOwn(name)) return <FetchedIcon name={name} />;
  const Own = own[name];
  return <Own />;
}
