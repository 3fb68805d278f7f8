import { useMetricHelp, useMetricName } from '../lib/metric-names.ts'
import { Explained } from './Explained.tsx'

/** What a metric is called, and on pointing at it what it says. */
export function MetricName({ metric }: { metric: string }) {
  const nameOf = useMetricName()
  const helpOf = useMetricHelp()
  return <Explained help={helpOf(metric)}>{nameOf(metric)}</Explained>
}
