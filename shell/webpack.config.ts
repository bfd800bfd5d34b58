import { shellConfig } from '@mainstay/remote-contract/webpack';
import { join } from 'node:path';

const dir = import.meta.dirname;

export default shellConfig({ dir, runtimePlugins: [join(dir, 'src/remotes/runtime-plugin.ts')] });
