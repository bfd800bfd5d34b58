/** Tables, and the states in their cells. The shell loads this entry with the first screen that has a table. */
export { type TableColumnsType } from 'antd';
export { default as State } from 'antd/es/badge/Badge';
export { default as Table } from 'antd/es/table';
