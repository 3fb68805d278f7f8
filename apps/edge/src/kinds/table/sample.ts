import { seededRandom } from '../seeded-random.ts'

const ROWS = 60
const NOTES = ['复查，三个月后', 'said "much better"', '', '无异常', 'sleeps badly, walks daily', '']

/**
 * Creates synthetic patients with integers, decimals, booleans, dates, texts with commas and quotation marks, and
 * missing values.
 */
export function patientTable(): string {
  const thrown = seededRandom(3)
  const day = (at: number) => new Date(Date.UTC(2025, 0, 6 + at * 3)).toISOString().slice(0, 10)
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const age = 25 + Math.floor(thrown() * 55)
    const isMale = thrown() < 0.5
    const height = (isMale ? 174 : 163) + (thrown() - 0.5) * 20
    const pressure = 100 + Math.floor(age * 0.5 + thrown() * 30)
    const smokes = thrown() < 0.3
    const isIll = thrown() < 0.1 + (age - 25) / 90 + (smokes ? 0.2 : 0)
    return [
      `P-${String(at + 1).padStart(3, '0')}`,
      age,
      isMale ? '男' : '女',
      height.toFixed(1),
      at % 11 === 5 ? '' : pressure,
      smokes,
      day(at),
      quoted(NOTES[at % NOTES.length] as string),
      isIll ? 'yes' : 'no',
    ].join(',')
  })
  return `id,age,sex,height,pressure,smoker,visit,note,ill\n${rows.join('\n')}\n`
}

export const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
