/** Form fields. A local date and time is `<Input type="datetime-local" />`. */
export { Form, Input, type FormRule } from 'antd';
export { Select } from './parts/select.tsx';
