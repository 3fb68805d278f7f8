import { Checkbox, Grid } from 'antd'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePhrases } from '../../../lib/i18n.ts'
import { Facts, Panel, StatusTag } from '../../../ui/index.ts'
import { type Setting, type SettingWords, settingsOf } from './differences.ts'
import type { NumberedRun } from './numbered-runs.ts'
import { comparePhrases } from './phrases.ts'
import './compare.css'
import { ScrollX } from '../../../ui/ScrollX.tsx'

/** Compares the settings of the runs. Marks the differences, and shows equal settings on request. */
export function RunSettings({ runs, words }: { runs: NumberedRun[]; words: SettingWords }) {
  const t = usePhrases(comparePhrases)
  const format = useFormat()
  const [showsAll, setShowsAll] = useState(false)
  const { md: isWide = false } = Grid.useBreakpoint()
  const settings = settingsOf(runs, { t, words, number: format.number, list: format.list })
  const shown = settings.filter(({ differs }) => differs || showsAll)
  return (
    <Panel
      title={t('settings.title')}
      extra={
        <Checkbox checked={showsAll} onChange={() => setShowsAll(!showsAll)}>
          {t('settings.all')}
        </Checkbox>
      }
    >
      {shown.length === 0 ? (
        <p>{t('settings.same')}</p>
      ) : !isWide ? (
        <SettingList runs={runs} settings={shown} />
      ) : (
        <ScrollX>
          <table className="t-table">
            <thead>
              <tr>
                <th scope="col">{t('settings.name')}</th>
                {runs.map(({ id, number }) => (
                  <th key={id} scope="col">
                    {t('run', { number })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, name, technical, values, differs }) => (
                <tr key={key} className="compare-setting">
                  <th scope="row">
                    <SettingName name={name} technical={technical} differs={differs} />
                  </th>
                  {runs.map(({ id }, place) => (
                    <td key={id}>{differs ? <strong>{values[place]}</strong> : values[place]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
      )}
    </Panel>
  )
}

function SettingName({ name, technical, differs }: Pick<Setting, 'name' | 'technical' | 'differs'>) {
  const t = usePhrases(comparePhrases)
  return (
    <>
      {name}
      {differs && <StatusTag tone="warning" text={t('settings.differs')} />}
      {technical && technical !== name && <div className="t-mono t-soft">{technical}</div>}
    </>
  )
}

/**
 * Lists the settings on phones. In a table, one long value would make a row as high as the screen and push its end out
 * of view.
 */
function SettingList({ runs, settings }: { runs: NumberedRun[]; settings: Setting[] }) {
  const t = usePhrases(comparePhrases)
  return (
    <ul className="t-entries">
      {settings.map(({ key, values, ...setting }) => (
        <li key={key} className="compare-setting">
          <strong>
            <SettingName {...setting} />
          </strong>
          <Facts items={runs.map(({ number }, place) => ({ term: t('run', { number }), value: values[place] }))} />
        </li>
      ))}
    </ul>
  )
}
