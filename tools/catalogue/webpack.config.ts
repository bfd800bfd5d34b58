import { catalogueConfig } from '@mainstay/web-build';

export default catalogueConfig({
  dir: import.meta.dirname,
  // PORT is that of the whole system, and may be set for it.
  port: Number(process.env['CATALOGUE_PORT'] ?? 3100),
});
