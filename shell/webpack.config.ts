import { shellConfig } from '@mainstay/web-build';

export default shellConfig({ dir: import.meta.dirname });
