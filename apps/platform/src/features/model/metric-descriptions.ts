import { KNOWN_METRICS, type Language, METRIC_VARIANTS, metricHelp } from '@tessera/contract'

export const describeMetrics = (language: Language) =>
  [...KNOWN_METRICS, ...METRIC_VARIANTS].map((name) => ({ name, description: metricHelp(name, language) ?? name }))
