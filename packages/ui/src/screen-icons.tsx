import {
  ApiOutlined,
  BarChartOutlined,
  BellOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  FileTextOutlined,
  InboxOutlined,
  LayoutOutlined,
  MessageOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { decorative } from './parts/decorative.tsx';

/**
 * The sidebar icons by the names that remotes declare (`SCREEN_ICONS` in packages/remote-contract). Only the shell
 * imports them.
 */
export const screenIcons = {
  screen: decorative(LayoutOutlined),
  bell: decorative(BellOutlined),
  calendar: decorative(CalendarOutlined),
  chart: decorative(BarChartOutlined),
  clock: decorative(ClockCircleOutlined),
  document: decorative(FileTextOutlined),
  equipment: decorative(ApiOutlined),
  inbox: decorative(InboxOutlined),
  message: decorative(MessageOutlined),
  'qr-code': decorative(QrcodeOutlined),
  safety: decorative(SafetyCertificateOutlined),
  setting: decorative(SettingOutlined),
  shop: decorative(ShopOutlined),
  team: decorative(TeamOutlined),
  tool: decorative(ToolOutlined),
};
