import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined';
import LayoutOutlined from '@ant-design/icons-svg/es/asn/LayoutOutlined';
import MessageOutlined from '@ant-design/icons-svg/es/asn/MessageOutlined';
import QrcodeOutlined from '@ant-design/icons-svg/es/asn/QrcodeOutlined';
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined';
import { icon } from './parts/icon.tsx';

/**
 * Icons that a remote can declare (`SCREEN_ICONS` in packages/remote-contract) and that no screen of the product has.
 */
export const screenIcons = {
  screen: icon(LayoutOutlined),
  calendar: icon(CalendarOutlined),
  message: icon(MessageOutlined),
  'qr-code': icon(QrcodeOutlined),
  setting: icon(SettingOutlined),
};
