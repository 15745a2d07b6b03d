// Re-exports the project's configuration, so that packages resolve there.
export { default } from '../../next.config.mjs';
