import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  title: 'API reference',
  description: 'All API calls of this platform, from its OpenAPI document.',
  download: 'Download OpenAPI (JSON)',
  search: 'Search by path or description',
  nothing: 'No calls match “{{text}}”',
  nothingReason: 'Search for part of a path or description.',
  count: '{{count|# call|# calls}}',
  other: pageTexts.other,
  parameters: pageTexts.parameters,
  body: 'Request body',
  answer: 'Response ({{status}})',
  errors: 'Other errors',
  none: 'None',
}
