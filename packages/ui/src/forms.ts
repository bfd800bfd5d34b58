/** Form fields. A local date and time is `<Input type="datetime-local" />`. */
export {
  Checkbox,
  Form,
  Input,
  InputNumber,
  Radio,
  Select,
  Switch,
  type FormInstance,
  type FormProps,
  type FormRule,
  type InputProps,
  type InputRef,
  type SelectProps,
} from 'antd';
