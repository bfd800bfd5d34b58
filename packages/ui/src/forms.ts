/** Form fields. A local date and time is `<Input type="datetime-local" />`. */
export { Form, Input, type FormRule, Switch } from 'antd';
export { Select } from './parts/select.tsx';
