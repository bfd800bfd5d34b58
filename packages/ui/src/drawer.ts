/** The frame's navigation on small screens; not shared with remotes. */
export { default as Drawer } from 'antd/es/drawer';
