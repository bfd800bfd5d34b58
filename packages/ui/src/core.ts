/** Dialogs, alerts, menus, tabs and the icons of actions. */
export { default as Alert } from 'antd/es/alert';
export { default as Dropdown } from 'antd/es/dropdown';
export { default as Segmented } from 'antd/es/segmented';
export { default as Tabs } from 'antd/es/tabs';
export * from './parts/action-icons.tsx';
export { Modal } from './parts/modal.tsx';
