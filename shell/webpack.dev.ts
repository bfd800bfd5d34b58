import { shellDevConfig } from '@mainstay/remote-contract/webpack';
import { join } from 'node:path';

const dir = import.meta.dirname;

export default shellDevConfig({
  dir,
  runtimePlugins: [join(dir, 'src/remotes/runtime-plugin.ts')],
  port: 3000,
});
