/** The URL of the script of a page that requests its other files until they arrive. */
export { default as requestAgain } from './request-again.js?address';
