export const en = {
  title: 'API reference',
  description: 'Every call of this platform, as its OpenAPI document describes it.',
  download: 'Download OpenAPI (JSON)',
  search: 'Search by path or description',
  nothing: 'No call matches “{{text}}”',
  nothingReason: 'Search for a part of the path or of the description.',
  count: '{{count|# call|# calls}}',
  other: 'other',
  parameters: 'Parameters',
  body: 'Request body',
  answer: 'Answer ({{status}})',
  none: 'None',
}
