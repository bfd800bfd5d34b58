/** What a dialog or a late screen is made of. The shell loads this entry with what is first pressed. */
export { default as Collapse } from 'antd/es/collapse';
export { default as Progress } from 'antd/es/progress';
export { default as Steps } from 'antd/es/steps';
export { default as Typography } from 'antd/es/typography';
export { default as Upload } from 'antd/es/upload';
