import type { Metrics } from '@tessera/contract'
import { Facts } from '../../ui/index.ts'
import { metricNames, metricText } from './metrics.ts'
import { useMetricName } from './use-metric.ts'

/** How good the model was on rows nobody trained on, in a few numbers. */
export function ModelMetrics({ metrics }: { metrics: Metrics }) {
  const nameOf = useMetricName()
  return (
    <Facts
      items={metricNames(metrics).map((name) => ({ term: nameOf(name), value: metricText(name, metrics[name] ?? 0) }))}
    />
  )
}
