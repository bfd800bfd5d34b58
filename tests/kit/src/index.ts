export { attachFile } from './attach-file.ts';
export {
  type ApiResponse,
  Caller,
  cookiesOf,
  pathOf,
  signIn,
  type Target,
  targetOf,
  textOf,
} from './caller.ts';
export { publish, type Section } from './figures.ts';
export { quantile } from './quantile.ts';
export { required } from './required.ts';
export { residentMegabytes } from './resident-megabytes.ts';
export { serviceNames } from './service-names.ts';
export { startCheckout, startWholeSystem, unlimitedWrites, WholeSystem } from './whole-system.ts';
export { TcpProxy } from './tcp-proxy.ts';
export { freePort, isFree } from '../../../tools/local-stack/src/machine/free-port.ts';
