import { en as common } from '../../lib/common-texts.en.ts'
import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  title: 'The federation, live',
  fullScreen: 'Full screen',
  leaveFull: 'Leave full screen',
  leave: pageTexts.backToTheConsole,
  live: 'As of {{time}}',
  stale: 'Connection lost at {{time}}',
  runs: 'Training in progress',
  'runs.none': 'No training in progress',
  'runs.none.reason': 'A run appears here as soon as it starts.',
  'runs.more': 'and {{count|# more|# more}}: private to other parties, or not shown because of limited space',
  'runs.round': 'round {{round}} of {{rounds}}',
  'runs.progress': 'Progress of {{task}}',
  days: 'Tasks in the last {{days}} days',
  'days.help': 'By creation date and current status',
  'days.day': 'Day',
  'days.sum': 'Total',
  statuses: 'All tasks by status',
  busiest: 'Most used algorithms',
  'busiest.none': 'No algorithm has been used yet',
  'busiest.uses': 'used {{uses|# time|# times}}',
  'picture.runs': '{{runs|# run|# runs}} in progress',
  'picture.quiet': 'no training in progress',
  'home.title': 'The federation now',
  'home.open': common.bigScreen,
}
