import type { Metrics } from '@tessera/contract'
import { metricNames, metricText } from '../../../lib/metrics.ts'
import { Facts, MetricName } from '../../../ui/index.ts'

/** The scores of a model on rows that it was not trained on. */
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
