/** Form fields. A local date and time is `<Input type="datetime-local" />`. */
export { type FormRule } from 'antd';
export { default as Form } from 'antd/es/form';
export { default as Input } from 'antd/es/input';
export { default as Switch } from 'antd/es/switch';
export { Select } from './parts/select.tsx';
