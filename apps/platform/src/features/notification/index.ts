export { announceToAll } from './announce.ts'
export { forgetOldNotices } from './forget-old.ts'
export { forgetNotices } from './forget-person.ts'
export {
  closeRequest,
  type Notice,
  notify,
  notifyUser,
  pushRun,
  RUN_MOVED,
  type RunMoved,
} from './notify.ts'
export { notificationRoutes, socketRoutes } from './routes.ts'
export { Sockets } from './sockets.ts'
