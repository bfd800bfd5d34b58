/** Dialogs, alerts, menus, tabs and the icons of actions. What is not shown at once is loaded later (pressed.ts). */
export * from './parts/action-icons.tsx';
export { Alert } from './parts/alert.tsx';
export { Dropdown } from './parts/dropdown.tsx';
export { Modal } from './parts/modal.tsx';
export { Segmented } from './parts/segmented.tsx';
export { default as Tabs } from 'antd/es/tabs';
