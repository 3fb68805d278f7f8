import type { Metrics } from '@tessera/contract'
import { metricNames, metricText } from '../../lib/metrics.ts'
import { Facts, MetricName } from '../../ui/index.ts'

/** How good the model was on rows it had not seen, in a few numbers. */
export function ModelMetrics({ metrics }: { metrics: Metrics }) {
  return (
    <Facts
      items={metricNames(metrics).map((name) => ({
        term: name,
        label: <MetricName metric={name} />,
        value: metricText(name, metrics[name] ?? 0),
      }))}
    />
  )
}
