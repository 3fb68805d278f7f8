import { acquireLock, portRefusal } from '@tessera/server'
import { PARTIES, type Places } from './places.ts'
import { findTakenPort } from './ports.ts'

/**
 * Locks the demo's folder until the returned function is called. A second demo in the same folder would replace the
 * address of the first demo's fleet and open its databases, even on other ports.
 */
export function holdFolder(places: Places): () => void {
  return acquireLock(
    places.demoLock,
    (holder) =>
      `The folder ${places.dataDir} is in use by ${holder}: another demo runs on it. Stop that one, or give this one its own folder and ports: ${besideIt(places)}`,
  )
}

/** Throws if a port is in use or cannot be opened. Called before any process starts. */
export async function requirePorts(places: Places): Promise<void> {
  const ports = [places.port, ...PARTIES.map((_party, index) => places.edgePort(index)), places.fleetPort]
  const taken = await findTakenPort(places.host, ports)
  if (!taken) return
  const place = { host: places.host, port: taken.port }
  const change = `all of them: PORT=${otherPort(places)} make demo. If another demo is to run beside this one, give it its own folder as well: ${besideIt(places)}`
  throw portRefusal(place, taken.reason, change)
}

const otherPort = ({ port }: Places) => port + 100
const besideIt = (places: Places) => `DATA_DIR=${places.dataDir}-2 PORT=${otherPort(places)} make demo`
