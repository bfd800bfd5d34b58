import { createViewRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Switch } from '@mainstay/ui/forms';
import { TextField } from '@mainstay/web-kit/fields';
import { viewStrings as strings } from './view-strings.ts';
import { type View } from './views.queries.ts';

export type ViewValues = Pick<View, 'name' | 'shared'>;

/** @param canShare administrators share views */
export function ViewFields({ canShare }: { canShare: boolean }) {
  return (
    <>
      <TextField name="name" label={strings.name} limits={limits.name} />
      {canShare ? (
        <Form.Item name="shared" label={strings.shared} valuePropName="checked">
          <Switch />
        </Form.Item>
      ) : null}
    </>
  );
}
