export { choice } from '@mainstay/service-kit';
