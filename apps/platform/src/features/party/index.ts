export * from './members.ts'
export { departments, members, parties } from './table.ts'
