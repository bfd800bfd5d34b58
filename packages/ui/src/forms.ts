/** Form fields. A local date and time is `<Input type="datetime-local" />`. */
export { Form, Input, Select, type FormRule } from 'antd';
