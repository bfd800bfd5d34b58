/** A list along a line. The shell loads this entry with what is first pressed. */
export { default as Timeline } from 'antd/es/timeline';
