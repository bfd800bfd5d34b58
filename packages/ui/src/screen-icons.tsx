import ApiOutlined from '@ant-design/icons/ApiOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import LayoutOutlined from '@ant-design/icons/LayoutOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { decorative } from './parts/decorative.tsx';
import * as frameIcons from './parts/frame-icons.tsx';

/**
 * The sidebar icons by the names that remotes declare (`SCREEN_ICONS` in packages/remote-contract). Only the shell
 * imports them.
 */
export const screenIcons = {
  screen: decorative(LayoutOutlined),
  bell: frameIcons.BellOutlined,
  calendar: decorative(CalendarOutlined),
  chart: decorative(BarChartOutlined),
  clock: decorative(ClockCircleOutlined),
  document: decorative(FileTextOutlined),
  equipment: decorative(ApiOutlined),
  inbox: frameIcons.InboxOutlined,
  message: decorative(MessageOutlined),
  'qr-code': decorative(QrcodeOutlined),
  safety: decorative(SafetyCertificateOutlined),
  setting: decorative(SettingOutlined),
  shop: frameIcons.ShopOutlined,
  team: frameIcons.TeamOutlined,
  tool: frameIcons.ToolOutlined,
};
