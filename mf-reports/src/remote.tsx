import { defineRemote } from '@mainstay/remote-contract';
import declaration from './declaration.ts';
import { ReportsScreen } from './reports-screen.tsx';

export default defineRemote(declaration, { screens: { '/reports': ReportsScreen } });
