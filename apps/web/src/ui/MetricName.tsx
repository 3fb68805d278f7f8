import { useMetricHelp, useMetricName } from '../lib/metric-names.ts'
import { Explained } from './Explained.tsx'

/** The name of a metric, with its explanation on hover. */
export function MetricName({ metric }: { metric: string }) {
  const nameOf = useMetricName()
  const helpOf = useMetricHelp()
  return <Explained help={helpOf(metric)}>{nameOf(metric)}</Explained>
}
