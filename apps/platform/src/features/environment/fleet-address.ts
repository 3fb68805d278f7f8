import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { openAuthority } from '../../fleet/authority.ts'
import type { FleetAddress } from '../../fleet/flower.ts'
import type { PlatformSettings } from '../../settings.ts'

type Place = Pick<PlatformSettings, 'DATA_DIR' | 'PUBLIC_URL' | 'FLEET_PORT'>

/** Returns the fleet's address; undefined while the fleet process is not running. */
export async function findFleet({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): Promise<FleetAddress | undefined> {
  try {
    return JSON.parse(await readFile(join(DATA_DIR, 'fleet.json'), 'utf8')) as FleetAddress
  } catch {
    return undefined
  }
}

/**
 * Returns the address to which SuperNodes connect, and the certificate authority that signs its certificate. Both are
 * known before the fleet process runs.
 */
export async function readFleetAddress(settings: Place): Promise<{ fleetAddress: string; fleetAuthority: string }> {
  const fleet = await findFleet(settings)
  const caFile = fleet?.caFile ?? (await openAuthority(settings.DATA_DIR)).caFile
  const fleetAuthority = await readFile(caFile, 'utf8').catch(() => fail('run.engine-away'))
  const fleetAddress = fleet
    ? new URL(fleet.frontDoorUrl).host
    : `${new URL(settings.PUBLIC_URL).hostname}:${settings.FLEET_PORT}`
  return { fleetAddress, fleetAuthority }
}
