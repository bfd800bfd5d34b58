export { ReturnsUpdated, ReturnsCreated, ReturnsEntity, ReturnsNoContent } from '@mainstay/service-kit';
