export { ConnectColumn as default } from '@/app/connect/connect-column';
