export * from './members.ts'
export { countParties, findParty, listPartiesByIds, type PartyRow } from './queries.ts'
export { partyRoutes } from './routes.ts'
export { departments, members, parties } from './table.ts'
