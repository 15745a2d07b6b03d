export { NotFoundText as default } from '../../not-found-text';
