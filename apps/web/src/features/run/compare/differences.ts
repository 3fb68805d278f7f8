import { type ComparableRun, ROUNDS_PARAMETER } from '@tessera/contract'
import type { Translate } from '../../../lib/i18n.ts'
import type { NumberedRun } from './numbered-runs.ts'
import type { comparePhrases } from './phrases.ts'

/** The names that algorithms give to their settings, in the user's language. */
export interface SettingWords {
  algorithm: (algorithmId: string) => string
  parameter: (name: string) => string
  value: (name: string, value: ComparableRun['parameters'][string]) => string
}

export interface Setting {
  key: string
  name: string
  /** The name of the parameter in the plan. Absent if the setting is not a parameter. */
  technical?: string
  /** The values of the setting, one per run. */
  values: string[]
  differs: boolean
}

interface Texts {
  t: Translate<keyof typeof comparePhrases.en>
  words: SettingWords
  number: (value: number) => string
  list: (words: string[]) => string
}

/** Returns all settings of the runs, differing ones first. */
export function settingsOf(runs: NumberedRun[], { t, words, number, list }: Texts): Setting[] {
  const own = (
    key: 'algorithm' | 'code' | 'target' | 'columns' | 'parties' | 'rows',
    text: (run: ComparableRun) => string,
  ) => setting(key, t(`settings.${key}`), runs.map(text))
  const everywhere = columnsOfAll(runs)
  const settings = [
    own('algorithm', ({ algorithmId }) => words.algorithm(algorithmId)),
    own('target', ({ target }) => targetText(target, t)),
    own('columns', ({ columns }) => {
      const some = columns.filter((column) => !everywhere.has(column))
      const count = columns.length
      return some.length > 0
        ? t('settings.columns.some', { count, names: list(some) })
        : t('settings.columns.all', { count })
    }),
    own('parties', ({ parties }) => list(parties.map(({ partyName }) => partyName))),
    own('rows', ({ parties }) =>
      number(parties.reduce((sum, { rowsUsed, rowsOffered }) => sum + (rowsUsed ?? rowsOffered), 0)),
    ),
    ...parameterNames(runs).map((name) => ({
      ...setting(
        `parameters.${name}`,
        words.parameter(name),
        runs.map(({ parameters }) => {
          const value = parameters[name]
          return value === undefined ? t('settings.absent') : words.value(name, value)
        }),
      ),
      technical: name,
    })),
    own('code', ({ codeHash }) => codeHash.slice(0, 12)),
  ]
  return [...settings.filter(({ differs }) => differs), ...settings.filter(({ differs }) => !differs)]
}

const setting = (key: string, name: string, values: string[]): Setting => ({
  key,
  name,
  values,
  differs: new Set(values).size > 1,
})

function columnsOfAll(runs: ComparableRun[]): Set<string> {
  const [first, ...others] = runs
  return new Set(first?.columns.filter((column) => others.every(({ columns }) => columns.includes(column))))
}

/** Returns the names of all parameters. The number of rounds comes first, because it is the most informative. */
function parameterNames(runs: ComparableRun[]): string[] {
  const names = new Set(runs.flatMap(({ parameters }) => Object.keys(parameters)))
  return [...names].sort(
    (a, b) => Number(b === ROUNDS_PARAMETER) - Number(a === ROUNDS_PARAMETER) || a.localeCompare(b),
  )
}

function targetText(target: ComparableRun['target'], t: Texts['t']): string {
  if (!target) return t('settings.target.none')
  return target.kind === 'event'
    ? t('settings.target.event', { column: target.column, event: target.classes[1], time: target.time })
    : target.column
}
