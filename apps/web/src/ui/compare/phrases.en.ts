export const en = {
  note: 'Each party scored on {{rows}} of its own that the scored model had not seen: with a model from its own {{rows}} only, and with the one trained together.',
  metric: 'Metric',
  alone: 'Alone',
  together: 'Together',
  party: 'Party',
  rows: 'Used {{rows}}',
  gain: 'Gain',
  gainPoints: 'Gain (points)',
  interval: '95% interval of the gain',
  'interval.value': '{{low}} to {{high}}',
  within: 'within its interval: may be chance',
  scoredRows: 'Scored {{rows}}',
  gainedRows: '{{rows}} of {{of}}',
  'verdict.sure':
    'Together is better for {{better}} of {{total|# party|# parties}}, within the interval of chance for {{same}}, worse for {{worse}}; {{gain}} on average.',
  'verdict.all': 'Together is better for {{total|the # party|each of the # parties}}, by {{gain}} on average.',
  'verdict.mixed':
    'Together is better for {{better}} of {{total|# party|# parties}}, equal for {{same}}, worse for {{worse}}; {{gain}} on average.',
  points: '{{gain}} points',
  none: 'There is nothing to compare: one party trained, or no scores of the parties alone were sent.',
  chart: '{{metric}} of each party, alone and together',
}
