import type { Screen, TaskCounts, TaskStatus } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { localeOf, useLanguage, usePhrases } from '../../lib/i18n.ts'
import { screenPhrases } from './phrases.ts'
import type { ScreenWords } from './words.ts'

/** The order in which the bars are stacked, from the bottom. */
const ORDER: TaskStatus[] = ['completed', 'training', 'recruiting', 'failed', 'stopped', 'disbanded']
const HEIGHT = 76
const WIDTH = 28
const STEP = 48

/** Tasks by day and status. The legend shows the totals. */
export function DaysChart({ screen: { days, tasks }, words }: { screen: Screen; words: ScreenWords }) {
  const t = usePhrases(screenPhrases)
  const format = useFormat()
  const [language] = useLanguage()
  const most = Math.max(1, ...days.map((day) => sumOf(day.tasks)))
  const nameOf = (day: string) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', month: 'numeric', day: 'numeric' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return (
    <figure className="screen-days-figure" aria-label={t('days.help')}>
      <svg viewBox={`0 -18 ${days.length * STEP} ${HEIGHT + 40}`} aria-hidden="true" focusable="false">
        <Patterns />
        <path className="screen-axis" d={`M0 ${HEIGHT}H${days.length * STEP}`} />
        {days.map((day, n) => {
          const x = n * STEP + (STEP - WIDTH) / 2
          const sum = sumOf(day.tasks)
          return (
            <g key={day.day}>
              <Stack tasks={day.tasks} x={x} scale={HEIGHT / most} />
              <text x={x + WIDTH / 2} y={HEIGHT - (sum * HEIGHT) / most - 6}>
                {sum > 0 ? format.number(sum) : ''}
              </text>
              <text className="screen-day" x={x + WIDTH / 2} y={HEIGHT + 16}>
                {nameOf(day.day)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption>
        <dl className="screen-statuses" aria-label={t('statuses')}>
          {ORDER.map((status) => (
            <div key={status}>
              <dt>
                <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
                  <rect className={`screen-status-${status}`} x="1" y="1" width="10" height="10" rx="2" />
                </svg>
                {words.status(status)}
              </dt>
              <dd>{format.number(countOf(tasks, status))}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
      <div className="t-visually-hidden">
        <table>
          <caption>{t('days.help')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('days.day')}</th>
              {ORDER.map((status) => (
                <th scope="col" key={status}>
                  {words.status(status)}
                </th>
              ))}
              <th scope="col">{t('days.sum')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{nameOf(day.day)}</th>
                {ORDER.map((status) => (
                  <td key={status}>{format.number(countOf(day.tasks, status))}</td>
                ))}
                <td>{format.number(sumOf(day.tasks))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Stack({ tasks, x, scale }: { tasks: TaskCounts; x: number; scale: number }) {
  let below = HEIGHT
  return ORDER.map((status) => {
    const height = countOf(tasks, status) * scale
    below -= height
    return height > 0 ? (
      <rect
        key={status}
        className={`screen-status-${status}`}
        x={x}
        y={below + 0.75}
        width={WIDTH}
        height={Math.max(0.5, height - 1.5)}
        rx="2"
      />
    ) : null
  })
}

/** Fill patterns by which the bars can be distinguished without colour. */
function Patterns() {
  return (
    <defs>
      <pattern id="screen-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="screen-hatch" width="2.5" height="5" />
      </pattern>
    </defs>
  )
}

const countOf = (tasks: TaskCounts, status: TaskStatus) => tasks.find((one) => one.status === status)?.count ?? 0
const sumOf = (tasks: TaskCounts) => tasks.reduce((sum, { count }) => sum + count, 0)
