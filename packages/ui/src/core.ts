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
  theme,
  type DropdownProps,
  type MenuProps,
  type ModalProps,
  type TabsProps,
} from 'antd';
export * from './parts/action-icons.tsx';
