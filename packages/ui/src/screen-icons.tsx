import ApiOutlined from '@ant-design/icons/ApiOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import BellOutlined from '@ant-design/icons/BellOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import LayoutOutlined from '@ant-design/icons/LayoutOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
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
