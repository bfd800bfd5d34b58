/** Dialogs, menus, tabs and the icons of actions. */
export { Dropdown, Modal, Tabs } from 'antd';
export * from './parts/action-icons.tsx';
