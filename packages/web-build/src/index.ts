export { catalogueConfig, publicPagesDevConfig, shellDevConfig, standaloneConfig } from './dev-configs.ts';
export { publicPagesConfig } from './public-pages-config.ts';
export { remoteConfig } from './remote-config.ts';
export { shellConfig } from './shell-config.ts';
export type { Configuration } from 'webpack';
