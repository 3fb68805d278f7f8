export * from './call.ts'
export * from './database.ts'
export * from './factories.ts'
export * from './world.ts'
