export const en = {
  note: 'Each party scored on {{rows}} of its own that the scored model had not seen: with a model from its own {{rows}} only, and with the one trained together.',
  'note.chosen':
    'A model alone is chosen by the scored {{rows}} of its party only, so its score is too good by more than that of the common model: true gains tend to be larger.',
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
  few: 'too few {{rows}} to tell',
  scoredRows: 'Scored {{rows}}',
  gainedRows: '{{rows}} of {{of}}',
  'verdict.sure':
    'Together is better for {{better}} of {{total|# party|# parties}}, within the interval of chance for {{same}}, worse for {{worse}}; {{gain}} on average.',
  'verdict.all': 'Together is better for {{total|the # party|each of the # parties}}, by {{gain}} on average.',
  'verdict.mixed':
    'Together is better for {{better}} of {{total|# party|# parties}}, equal for {{same}}, worse for {{worse}}; {{gain}} on average.',
  'verdict.few': 'Too few scored {{rows}} to tell whether together is better; {{gain}} on average.',
  'verdict.someFew': 'Too few scored {{rows}} to tell for {{few|# party|# parties}}.',
  points: '{{gain}} points',
  none: 'There is nothing to compare: one party trained, or no scores of the parties alone were sent.',
  chart: '{{metric}} of each party, alone and together',
}
