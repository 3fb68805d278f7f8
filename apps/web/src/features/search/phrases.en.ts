import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  open: 'Search',
  title: 'Search everything',
  field: 'Name of a task, dataset, model, algorithm or party',
  hint: '↑ ↓ to choose, Enter to open, Esc to close',
  begin: 'Enter part of a name. The results include everything that you can access.',
  searching: 'Searching…',
  nothing: 'No results for “{{text}}”.',
  found: '{{count|# result|# results}}',
  task: pageTexts.tasks,
  dataset: pageTexts.datasets,
  model: pageTexts.models,
  algorithm: pageTexts.algorithms,
  party: pageTexts.parties,
}
