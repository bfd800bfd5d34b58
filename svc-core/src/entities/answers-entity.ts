export { AnswersChanged, AnswersCreated, AnswersEntity, AnswersRemoved } from '@mainstay/service-kit';
