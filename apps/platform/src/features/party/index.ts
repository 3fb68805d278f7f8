export * from './leave-parties.ts'
export * from './members.ts'
export type { Neighbours } from './neighbours.ts'
export * from './notify-parties.ts'
export { checkPicture } from './pictures.ts'
export {
  countParties,
  findParty,
  listPartiesByIds,
  lockParty,
  nameOfParty,
  type PartyRow,
  partyNames,
  partyNamesOf,
} from './queries.ts'
export { partyRoutes } from './routes.ts'
export { departments, members, parties } from './table.ts'
