import { readChain } from '@tessera/server'
import { expect, test } from 'vitest'
import { platformLog } from '../db/table.ts'
import { describeOnBoth } from '../testing/index.ts'
import { listPlatformLog, platformLogHead, record } from './audit.ts'

async function* linesOf(entries: object[]) {
  for (const entry of entries) yield JSON.stringify(entry)
}

describeOnBoth('the platform log', (world) => {
  test('chains log entries that are written at the same time, and detects a changed entry', async () => {
    const { db } = world()
    await Promise.all(Array.from({ length: 20 }, (_none, i) => record(db, 'test.entry', { i, text: 'ß' })))

    const entries = await listPlatformLog(db)
    expect(entries.length).toBeGreaterThanOrEqual(20)
    const faultOf = async (of: typeof entries) => (await readChain(linesOf(of), () => {})).fault?.line
    expect(await faultOf(entries)).toBeUndefined()
    expect(await platformLogHead(db)).toEqual({ seq: entries.length, hash: entries.at(-1)?.hash })
    expect(await faultOf(entries.map((e) => (e.seq === 3 ? { ...e, data: {} } : e)))).toBe(3)
  })

  test('stores no log entry if the transaction fails', async () => {
    const { db } = world()
    const before = await platformLogHead(db)
    const doomed = db.transaction(async (tx) => {
      await record(tx, 'test.doomed', {})
      throw new Error('no')
    })
    await expect(doomed).rejects.toThrow('no')
    expect(await platformLogHead(db)).toEqual(before)
    expect((await db.select().from(platformLog)).some(({ kind }) => kind === 'test.doomed')).toBe(false)
  })
})
