import { publicPagesConfig } from '@mainstay/web-build';

export default publicPagesConfig({ dir: import.meta.dirname });
