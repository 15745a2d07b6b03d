export { default } from '@/app/proofs/layout';
