export { listJoinRequests } from './join-requests.ts'
export * from './leave-parties.ts'
export * from './members.ts'
export * from './notify-parties.ts'
export { ROOT_CODE } from './policy.ts'
export {
  countParties,
  findParty,
  findPartyByEnglishName,
  isPartyPicture,
  listPartiesByIds,
  listPartiesFrom,
  listPartiesNamed,
  lockParty,
  nameOfParty,
  type PartyRow,
  partyName,
  partyNames,
  partyNamesOf,
} from './queries.ts'
export { partyRoutes } from './routes.ts'
export { departments, members, parties } from './table.ts'
