/** Dialogs, menus, tabs and the icons of actions. */
export { default as Dropdown } from 'antd/es/dropdown';
export { default as Modal } from 'antd/es/modal';
export { default as Tabs } from 'antd/es/tabs';
export * from './parts/action-icons.tsx';
