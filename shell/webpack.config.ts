import { shellConfig } from '@mainstay/remote-contract/webpack';

export default shellConfig({ dir: import.meta.dirname });
