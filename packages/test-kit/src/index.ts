export { required } from './required.ts';
export { residentMegabytes } from './resident-megabytes.ts';
export { serviceNames } from './service-names.ts';
export { startWholeSystem, unlimitedWrites, type WholeSystem } from './whole-system.ts';
