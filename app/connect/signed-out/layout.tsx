export { ConnectColumn as default } from '../connect-column';
