import { type UserOutlined } from '@ant-design/icons';
import { type ComponentProps } from 'react';

type Glyph = typeof UserOutlined;

/**
 * An icon that readers pass over: by itself antd's would put its own name ("plus") into the name of the button
 * around it. An icon that stands alone for something gets `role="img"` and an `aria-label`, and is read.
 */
export function decorative(Icon: Glyph) {
  return function Decoration(props: ComponentProps<Glyph>) {
    if (props['aria-label']) return <Icon {...props} />;
    return <Icon role="presentation" aria-label={undefined} aria-hidden="true" {...props} />;
  };
}
