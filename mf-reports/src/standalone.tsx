import '@mainstay/ui/tokens.css';
import { standalone } from '@mainstay/web-kit/standalone';
import remote from './remote.tsx';

const show = standalone('root');
show(remote.screens);
import.meta.webpackHot?.accept('./remote.tsx', () => show(remote.screens));
