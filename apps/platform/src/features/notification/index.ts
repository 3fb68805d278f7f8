export { type Notice, notify, pushRun } from './notify.ts'
export { notificationRoutes, socketRoutes } from './routes.ts'
export { Sockets } from './sockets.ts'
