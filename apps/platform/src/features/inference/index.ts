export * from './cards.ts'
export * from './forget.ts'
export * from './rename-author.ts'
export * from './routes.ts'
