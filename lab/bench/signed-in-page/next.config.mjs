// Of the project two folders up: then the packages are found there too.
export { default } from '../../next.config.mjs';
