export { endSessions, identifyActor, SESSIONS_ENDED, startSession } from './sessions.ts'
export { users } from './table.ts'
