import type { Metrics } from '@tessera/contract'
import { useMetricName } from '../../lib/metric-names.ts'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { Facts } from '../../ui/index.ts'

/** How good the model was on rows it had not seen, in a few numbers. */
export function ModelMetrics({ metrics }: { metrics: Metrics }) {
  const nameOf = useMetricName()
  return (
    <Facts
      items={metricNames(metrics).map((name) => ({ term: nameOf(name), value: metricText(name, metrics[name] ?? 0) }))}
    />
  )
}
