export { default } from '@mainstay/service-kit/jest-config';
