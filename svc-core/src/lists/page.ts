export { creationKeys, encodeCursor, type Page, pageQuery } from '@mainstay/service-kit';
