export { ReturnsPage } from '@mainstay/service-kit';
