export { closeRequest, type Notice, notify, pushRun, RUN_MOVED, type RunMoved } from './notify.ts'
export { notificationRoutes, socketRoutes } from './routes.ts'
export { Sockets } from './sockets.ts'
