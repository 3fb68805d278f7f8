import type { KeyObject } from 'node:crypto'
import { AppError, type EnrolRequest } from '@tessera/contract'
import { BadSettings, Patience } from '@tessera/server'
import type { Db } from '../../db/open.ts'
import type { DecisionLog } from '../../lib/decision-log.ts'
import { findAddress, keepAddress } from './address.ts'
import { signHandover } from './handover.ts'
import {
  dropNextKeys,
  findIdentity,
  fingerprint,
  hashCode,
  type Identity,
  keepNextKeys,
  openNextKeys,
  publicPem,
  saveIdentity,
} from './identity.ts'
import type { Platform } from './platform.ts'

const RETRY_MS = 1_000
/** What a platform that is not up yet says, if anything. */
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
  /** The word of the party's edge before this one, where that holds other keys than these. */
  handover?: string | undefined
  /** How long a platform that is still starting is waited for. */
  patienceMs: number
}

/** Joins the party with the administrator's one-time code; later starts find what was kept. Joining anew makes new keys. */
export async function joinParty(options: EnrolOptions): Promise<Identity> {
  const { db, code } = options
  const kept = findIdentity(db)
  if (kept && (!code || kept.codeHash === hashCode(code))) return kept
  if (!code) {
    throw new BadSettings(
      "EDGE_ENROLMENT: this edge has not joined its party yet; set the administrator's one-time code",
    )
  }

  const codeHash = hashCode(code)
  const keys = kept ? await openNextKeys(options.dataDir, codeHash) : options.keys
  // Whoever starts it on its own data has its key, and gives its word with that.
  // Joining anew changes no address: that takes a signer.
  const edgeUrl = (kept && findAddress(db)) ?? options.edgeUrl
  const handover = kept
    ? (await signHandover(options.keys.link, { ...kept, to: fingerprint(keys.link), edgeUrl }, new Date())).text
    : options.handover
  const answer = await enrolPatiently(options, keys, { code: code.trim(), partyId: kept?.partyId, handover, edgeUrl })
  // The platform refuses it already; an older one did not.
  if (kept && kept.partyId !== answer.partyId) {
    throw new BadSettings(`DATA_DIR holds the data of party ${kept.partyId}; the code is of party ${answer.partyId}`)
  }
  if (kept) await keepNextKeys(options.dataDir, codeHash)
  const identity = { ...answer, platformUrl: options.platformUrl, codeHash }
  keepAddress(db, edgeUrl)
  await saveIdentity(db, options.dataDir, identity)
  await dropNextKeys(options.dataDir)
  const { partyId, signer } = identity
  options.log.append('enrolled', {
    ...{ partyId, signer, edgeUrl, platform: options.platformUrl },
    keyHash: fingerprint(keys.link),
  })
  return identity
}

async function enrolPatiently(
  { platform, patienceMs }: EnrolOptions,
  keys: EnrolOptions['keys'],
  asked: Pick<EnrolRequest, 'code' | 'partyId' | 'handover' | 'edgeUrl'>,
) {
  const request = { ...asked, linkPublicKey: publicPem(keys.link), nodePublicKey: publicPem(keys.node) }
  const patience = new Patience(patienceMs)
  for (;;) {
    try {
      return await platform.enrol(request)
    } catch (error) {
      const isStarting = error instanceof AppError && STARTING.includes(error.code)
      if (!isStarting || patience.isOver) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
