import {
  Button,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MoonOutlined,
  SunOutlined,
  UserOutlined,
} from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import frame from './frame.module.css';
import header from './header.module.css';
import mark from '../parts/mark.svg';
import sidebar from './sidebar.module.css';

/** As high as a line of text. */
const emptyLine = '\u00a0';

/**
 * The frame around a screen as far as it is the same for everybody, of the same size: the page has it before React
 * (docs/decisions/0053-a-picture-before-react.md). Nothing in it can be pressed.
 */
export function FramePicture() {
  return (
    <div className={frame['frame']} inert>
      <aside className={frame['sidebar']}>
        <div className={sidebar['sidebar']}>
          <div className={sidebar['brand']}>
            <img src={mark} alt="" width="32" height="32" />
            <div className={sidebar['words']}>
              <p className={sidebar['product']}>{strings.product}</p>
              <p className={sidebar['chain']}>{emptyLine}</p>
            </div>
          </div>
          <div className={sidebar['nav']} />
          <div className={sidebar['user']}>
            <div className={sidebar['words']}>
              <p className={sidebar['person']}>{emptyLine}</p>
              <p className={sidebar['email']}>{emptyLine}</p>
              <p className={sidebar['role']}>{emptyLine}</p>
            </div>
          </div>
        </div>
      </aside>
      <div className={frame['column']}>
        <header className={header['header']}>
          <Button
            type="text"
            icon={
              <>
                <MenuOutlined className={header['narrow'] ?? ''} />
                <MenuFoldOutlined className={header['wide'] ?? ''} />
              </>
            }
          />
          <div className={header['actions']}>
            <Button
              type="text"
              icon={
                <>
                  <SunOutlined className={header['dark'] ?? ''} />
                  <MoonOutlined className={header['light'] ?? ''} />
                </>
              }
            />
            <Button type="text" icon={<UserOutlined />}>
              <span className={header['label']}>{strings.frame.profile}</span>
            </Button>
            <Button type="text" icon={<LogoutOutlined />}>
              <span className={header['label']}>{strings.frame.signOut}</span>
            </Button>
          </div>
        </header>
        <main className={frame['content']} />
      </div>
    </div>
  );
}
