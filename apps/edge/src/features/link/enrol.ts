import type { KeyObject } from 'node:crypto'
import { AppError, type EnrolRequest } from '@tessera/contract'
import type { Identity } from '@tessera/contract/wire'
import { BadSettings, ProgressLimit } from '@tessera/server'
import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { findAddress, storeAddress } from './address.ts'
import { signHandover } from './handover.ts'
import {
  dropNextKeys,
  findIdentity,
  fingerprint,
  hashCode,
  openNextKeys,
  publicPem,
  saveIdentity,
  storeNextKeys,
} from './identity.ts'
import type { Platform } from './platform.ts'

const RETRY_MS = 1_000
/** Error codes which mean that the platform is still starting. */
const STARTING: string[] = ['edge.platform-away', 'run.engine-away']

export interface EnrolOptions {
  db: Db
  log: DecisionLog
  platform: Platform
  keys: { link: KeyObject; node: KeyObject }
  dataDir: string
  platformUrl: string
  edgeUrl: string
  code: string | undefined
  /** Handover signed by the party's previous edge. Needed if the previous edge has other keys than this edge. */
  handover?: string | undefined
  /** How long the edge waits for a platform that is still starting. */
  silentLimitMs: number
}

/**
 * Joins the party with the one-time code of its administrator. At later starts, returns the stored identity. Joining
 * again creates new keys.
 */
export async function joinParty(options: EnrolOptions): Promise<Identity> {
  const { db, code } = options
  const stored = findIdentity(db)
  if (stored && (!code || stored.codeHash === hashCode(code))) return stored
  if (!code) {
    throw new BadSettings(
      "EDGE_ENROLMENT: this edge has not joined its party yet; set the administrator's one-time code",
    )
  }

  const codeHash = hashCode(code)
  const keys = stored ? await openNextKeys(options.dataDir, codeHash) : options.keys
  // If an edge joins again on its own data, it has the previous key and signs the handover itself. Its address does not
  // change, because only a signer may confirm another address.
  const edgeUrl = (stored && findAddress(db)) ?? options.edgeUrl
  const handover = stored
    ? (await signHandover(options.keys.link, { ...stored, to: fingerprint(keys.link), edgeUrl }, new Date())).text
    : options.handover
  const answer = await enrolPatiently(options, keys, { code: code.trim(), partyId: stored?.partyId, handover, edgeUrl })
  // Current platforms refuse an edge of another party; older platforms did not.
  if (stored && stored.partyId !== answer.partyId) {
    throw new BadSettings(`DATA_DIR holds the data of party ${stored.partyId}; the code is of party ${answer.partyId}`)
  }
  if (stored) await storeNextKeys(options.dataDir, codeHash)
  const identity = { ...answer, platformUrl: options.platformUrl, codeHash }
  storeAddress(db, edgeUrl)
  await saveIdentity(db, options.dataDir, identity)
  await dropNextKeys(options.dataDir)
  const { partyId, signer } = identity
  options.log.append('enrolled', {
    partyId,
    signer,
    edgeUrl,
    platform: options.platformUrl,
    keyHash: fingerprint(keys.link),
  })
  return identity
}

async function enrolPatiently(
  { platform, silentLimitMs }: EnrolOptions,
  keys: EnrolOptions['keys'],
  params: Pick<EnrolRequest, 'code' | 'partyId' | 'handover' | 'edgeUrl'>,
) {
  const request = { ...params, linkPublicKey: publicPem(keys.link), nodePublicKey: publicPem(keys.node) }
  const progressLimit = new ProgressLimit(silentLimitMs)
  for (;;) {
    try {
      return await platform.enrol(request)
    } catch (error) {
      const isStarting = error instanceof AppError && STARTING.includes(error.code)
      if (!isStarting || progressLimit.hasPassed) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
