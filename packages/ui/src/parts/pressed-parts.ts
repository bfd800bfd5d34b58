/** Parts of antd that no screen shows before somebody presses something, or something has failed. */
export { default as Alert } from 'antd/es/alert';
export { default as Dropdown } from 'antd/es/dropdown';
export { default as Modal } from 'antd/es/modal';
export { default as Segmented } from 'antd/es/segmented';
