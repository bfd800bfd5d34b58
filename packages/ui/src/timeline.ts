/** A list along a line. The shell loads this entry with the first ticket that is opened. */
export { default as Timeline } from 'antd/es/timeline';
