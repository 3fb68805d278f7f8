import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALGORITHM } from './task.ts'

/** Writes the card of a single-party run: its scores, without the model, which remains at the edge. */
export function leaveScores(folder: string, [party]: { partyId: string }[]) {
  const parties = [{ partyId: party?.partyId, name: 'p', rows: 32, metrics: { accuracy: 0.8 } }]
  const card = { algorithm: ALGORITHM, rounds: 3, codeHash: 'x', metrics: { accuracy: 0.8 }, parties, history: [] }
  writeFileSync(join(folder, 'card.json'), JSON.stringify({ ...card, columns: ['age'], label: 'sick', stays: true }))
}
