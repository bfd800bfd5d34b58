import { Button, late } from '@mainstay/ui/base';
import { useFailure } from '@mainstay/web-kit';
import { ViewsIcon } from '../parts/line-icon.tsx';
import { strings } from '../strings.ts';
import { type ViewsMenuProps } from './views-menu.tsx';

const lateMenu = late(() => import(/* webpackChunkName: "views" */ './views-menu.tsx'));

/** The Views menu. Its code is loaded when it is first opened. */
export function Views(props: ViewsMenuProps) {
  const { loaded, whenLoaded } = lateMenu.useOnPress(useFailure(strings.page.dialogFailed));
  if (loaded) return <loaded.ViewsMenu {...props} />;
  return (
    <Button
      className={props.className}
      icon={<ViewsIcon />}
      aria-haspopup="menu"
      onClick={() => whenLoaded(() => undefined)}
    >
      {strings.page.views}
    </Button>
  );
}
