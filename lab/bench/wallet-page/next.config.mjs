export { default } from '../empty-page/next.config.mjs';
