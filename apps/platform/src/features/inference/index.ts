export * from './cards.ts'
export * from './forget.ts'
export * from './routes.ts'
