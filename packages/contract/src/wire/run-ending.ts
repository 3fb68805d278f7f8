import { RunEnding } from '../run.ts'
import { renamed, WirePartyId, WireTime } from './codec.ts'

export const WireRunEnding = renamed({ ...RunEnding.shape, partyId: WirePartyId, time: WireTime.nullable() })
