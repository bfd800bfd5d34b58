export { AnswersPage } from '@mainstay/service-kit';
