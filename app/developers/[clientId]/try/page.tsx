/** Apart from the other pages of `/developers`, because it has the layout of the consent page. */
export { default, metadata } from '@/app/(signed-in)/developers/[clientId]/try-page';
