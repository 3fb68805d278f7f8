import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '../../db/open.ts'
import { findAddress, keepAddress, settleAddress } from './address.ts'

const OLD = 'https://edge.hospital.example'

test.each([
  ['the first, of an edge of before', undefined, OLD, OLD],
  ['the same', OLD, OLD, OLD],
  ['another name', OLD, 'https://edge.elsewhere.example', OLD],
  ['another port', OLD, `${OLD}:8443`, OLD],
  ['this machine itself after a name', OLD, 'http://localhost:8081', OLD],
  ['a name after this machine itself', 'http://localhost:8081', OLD, 'http://localhost:8081'],
  ['another port of this machine itself', 'http://localhost:8081', 'http://127.0.0.1:9001', 'http://127.0.0.1:9001'],
])('of the address in its settings an edge takes what needs no signer (%s)', (_what, before, edgeUrl, kept) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-address-'))
  const db = openDb(dataDir)
  onTestFinished(() => {
    db.close()
    rmSync(dataDir, { recursive: true })
  })
  if (before) keepAddress(db, before)
  const logged: unknown[] = []
  settleAddress({ db, edgeUrl, log: { append: (kind, data) => void logged.push([kind, data]) } })
  expect(findAddress(db)).toBe(kept)
  const isNew = kept !== before
  expect(logged).toEqual(isNew ? [['address-kept', { edgeUrl, ...(before ? { before } : {}) }]] : [])
})
