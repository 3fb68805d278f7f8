import { ConfigProvider } from 'antd'
import { Statistics } from '../../features/home/index.ts'
import { runPhrases } from '../../features/run/phrases.ts'
import { BigScreen } from '../../features/screen/index.ts'
import { taskPhrases } from '../../features/task/phrases.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { themeOf } from '../theme.ts'
import { useTitle } from '../title.ts'

export function BigScreenPage() {
  const task = usePhrases(taskPhrases)
  const run = usePhrases(runPhrases)
  useTitle('screen')
  return (
    <ConfigProvider theme={themeOf('dark', false)}>
      <BigScreen
        figures={<Statistics />}
        words={{ status: (status) => task(`status.${status}`), phase: (phase) => run(`phase.${phase}`) }}
      />
    </ConfigProvider>
  )
}
