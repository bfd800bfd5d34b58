import type UserOutlined from '@ant-design/icons/UserOutlined';
import { type ComponentProps } from 'react';

type Glyph = typeof UserOutlined;

/**
 * An icon hidden from screen readers: antd's own would add its name ("plus") to the name of its button. An icon that
 * has a meaning of its own gets `role="img"` and an `aria-label`, and is announced.
 */
export function decorative(Icon: Glyph) {
  return function Decoration(props: ComponentProps<Glyph>) {
    if (props['aria-label']) return <Icon {...props} />;
    return <Icon role="presentation" aria-label={undefined} aria-hidden="true" {...props} />;
  };
}
