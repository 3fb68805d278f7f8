import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../db/open.ts'
import { findAddress, settleAddress, storeAddress } from './address.ts'

const OLD = 'https://edge.hospital.example'

test.each([
  ['the first address of an existing edge', undefined, OLD, OLD],
  ['the same', OLD, OLD, OLD],
  ['another name', OLD, 'https://edge.elsewhere.example', OLD],
  ['another port', OLD, `${OLD}:8443`, OLD],
  ['a loopback address after a host name', OLD, 'http://localhost:8081', OLD],
  ['a host name after a loopback address', 'http://localhost:8081', OLD, 'http://localhost:8081'],
  ['another loopback port', 'http://localhost:8081', 'http://127.0.0.1:9001', 'http://127.0.0.1:9001'],
])(
  'accepts a changed edge address without a signer only at the first start or between loopback addresses (%s)',
  { meta: { spec: 'roles.edge-address-change' } },
  (_what, before, edgeUrl, stored) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-address-'))
    const db = openDb(dataDir)
    onTestFinished(() => {
      db.close()
      rmSync(dataDir, { recursive: true })
    })
    if (before) storeAddress(db, before)
    const logged: unknown[] = []
    settleAddress({ db, edgeUrl, log: { append: (kind, data) => void logged.push([kind, data]) } })
    expect(findAddress(db)).toBe(stored)
    const isNew = stored !== before
    expect(logged).toEqual(isNew ? [['address-kept', { edgeUrl, ...(before ? { before } : {}) }]] : [])
  },
)
