import { en as common } from '../../lib/common-texts.en.ts'
import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  note: 'Two models are scored on each party’s own {{rows}} that neither had seen: one trained on the party’s own {{rows}} only, and one trained together.',
  'note.chosen':
    'A party’s own model is selected on the scored {{rows}} of that party only, so its score is more optimistic than that of the common model. The true gains tend to be larger.',
  metric: pageTexts.metric,
  alone: 'Alone',
  together: 'Together',
  party: common.party,
  rows: 'Used {{rows}}',
  gain: 'Gain',
  gainPoints: 'Gain (points)',
  interval: '95% interval of the gain',
  'interval.value': common.lowToHigh,
  within: 'within the interval: may be due to chance',
  few: 'too few {{rows}} for a conclusion',
  scoredRows: 'Scored {{rows}}',
  gainedRows: '{{rows}} of {{of}}',
  'verdict.sure':
    'Training together is better for {{better}} of {{total|# party|# parties}}, within chance for {{same}} and worse for {{worse}}; the mean gain is {{gain}}.',
  'verdict.all':
    'Training together is better for {{total|the # party|each of the # parties}}; the mean gain is {{gain}}.',
  'verdict.mixed':
    'Training together is better for {{better}} of {{total|# party|# parties}}, equal for {{same}} and worse for {{worse}}; the mean gain is {{gain}}.',
  'verdict.few':
    'Too few {{rows}} were scored to conclude whether training together is better; the mean gain is {{gain}}.',
  'verdict.someFew': 'Too few {{rows}} were scored for a conclusion for {{few|# party|# parties}}.',
  points: '{{gain}} points',
  none: 'No comparison is available: only one party trained, or no scores of the parties alone were sent.',
  chart: '{{metric}} of each party, alone and together',
}
