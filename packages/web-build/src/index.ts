export { catalogueConfig, shellDevConfig, standaloneConfig } from './dev-configs.ts';
export { remoteConfig } from './remote-config.ts';
export { shellConfig } from './shell-config.ts';
export type { Configuration } from 'webpack';
