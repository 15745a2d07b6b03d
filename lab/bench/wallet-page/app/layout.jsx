export { default, metadata } from '../../empty-page/app/layout.jsx';
