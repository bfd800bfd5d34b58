/** Dialogs, menus, tabs and the icons of the screens' own actions. */
export {
  Alert,
  Card,
  Divider,
  Drawer,
  Dropdown,
  Flex,
  Modal,
  Popconfirm,
  Popover,
  Progress,
  Segmented,
  Space,
  Tabs,
  Typography,
  type DropdownProps,
  type MenuProps,
  type ModalProps,
  type TabsProps,
} from 'antd';
// By itself, because webpack orders it among the others by chance: a warm cache would build other bytes.
export { theme } from 'antd';
export * from './parts/action-icons.tsx';
