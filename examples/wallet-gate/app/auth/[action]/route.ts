export { GET, POST } from 'countersign/next';
