export const en = {
  'names.heading': 'Names in the plan',
  'names.nobody': 'It needs to know of which task: log in to the console and open the task.',
  'names.ask':
    '{{count}} words of your rows would go into the plan. Read and confirm them in a window of your edge’s own.',
  'names.read': 'Read and confirm',
  'names.leave': 'These words leave your party.',
  'names.leave.only': 'They stand in the plan and on every party’s ticket.',
  'names.leave.uncounted': 'No counts do, and no {{rows}}.',
  'names.leave.counts':
    'With them the platform is told how many {{rows}} have each class, rounded down to a multiple of {{step}}. It shows the task’s parties the sums over all of them; of two parties each can tell the other’s. No {{rows}} leave.',
  'names.classes': 'Classes of “{{label}}”',
  'names.column.none': 'No value is there in {{rows}}: all are read as “other”.',
  'names.other':
    'What is not there in at least {{rows}} stays here and is read as “other”; {{many}} of such a class are not granted, unless another party names it, and the ticket says how many.',
  'names.none': 'Nothing is named: no words leave your party, only that these columns are numbers or empty.',
  'names.submit': 'Name these words',
  'names.confirm': 'Confirm',
  'names.own': 'Show my party’s own table to the task’s other parties',
  'names.own.help':
    'Counts, means, spread, quantiles and categories of your rows alone, no count below 5, and how far they lie from all parties together. Without it only the table of all parties together is shown. The plan and every ticket name the parties that agreed. If a single party does not agree, nobody’s own table is shown: its own would follow from the rest.',
  'names.least': 'at least {{rows}}',
}
