import { z } from 'zod'

export const Party = z.object({
  id: z.string(),
  name: z.string(),
  nameEn: z.string(),
  avatar: z.string().nullable(),
  /** Where the party's edge answers browsers; only its own members are told. */
  edgeUrl: z.string().nullable(),
  isDeployed: z.boolean(),
  createTime: z.date(),
  abilities: z.object({ edit: z.boolean(), invite: z.boolean(), enrolEdge: z.boolean() }),
})
export type Party = z.infer<typeof Party>
export const PARTY_NAME_MAX = 40

/** Components of a party's edge; a name in a list means it is not ready. */
export const EdgeComponent = z.enum(['edge', 'supernode', 'runner', 'storage'])
export type EdgeComponent = z.infer<typeof EdgeComponent>

export const NodeCondition = z.enum(['NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure'])
export type NodeCondition = z.infer<typeof NodeCondition>
