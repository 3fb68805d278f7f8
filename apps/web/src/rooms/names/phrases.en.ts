export const en = {
  'names.heading': 'Names in the plan',
  'names.nobody': 'It needs to know of which task: log in to the console and open the task.',
  'names.ask':
    '{{count}} words of your rows would go into the plan. Read and confirm them in a window of your edge’s own.',
  'names.read': 'Read and confirm',
  'names.leave': 'These words leave your party.',
  'names.leave.only':
    'They appear in the plan and on every party’s ticket. The initiator sees where they differ from the other parties’ words.',
  'names.leave.uncounted': 'No counts do, and no {{rows}}.',
  'names.leave.counts':
    'The platform also receives the number of {{rows}} of each class, rounded down to a multiple of {{step}}. It shows the task’s parties the sums over all parties; if there are only two, each can work out the other’s numbers. No {{rows}} leave.',
  'names.boxSide': '(half of its boxes have a shorter side of {{percent}} % of the picture or more)',
  'names.leave.sizes':
    'The median size of each class’s boxes leaves too, rounded down to 0.5 % of the picture’s side: it says at which size pictures must be drawn.',
  'names.classes': 'Classes of “{{label}}”',
  'names.column.none': 'No value is there in {{rows}}: all are read as “other”.',
  'names.other':
    'Values in fewer than {{rows}} stay here and are read as “other”; {{many}} of such a class are not granted unless another party names the class; the ticket says how many.',
  'names.none': 'Nothing is named: no words leave your party, only that these columns are numbers or empty.',
  'names.submit': 'Name these words',
  'names.confirm': 'Confirm',
  'names.own': 'Show my party’s own table to the task’s other parties',
  'names.own.help':
    'Counts, means, spread, quantiles and categories of your rows alone, no count below 5, and how far they lie from all parties together. Without it only the table of all parties together is shown. The plan and every ticket name the parties that agreed. If a single party does not agree, nobody’s own table is shown: its own would follow from the rest.',
  'names.waits': 'First rename the values above, or choose “unchanged” for them.',
  'spellings.heading': 'Values that are written in different ways',
  'spellings.explain':
    'Values that differ would be trained on as different categories or classes. Check the proposed names and choose others where they are wrong. The values are renamed in the rows set aside for this task only; your dataset does not change.',
  'spellings.others': 'The other parties write: {{names}}',
  'spellings.and': ', ',
  'spellings.own': 'Your value',
  'spellings.becomes': 'Is used as',
  'spellings.becomes.label': '“{{name}}” is used as',
  'spellings.same': '{{name}} (unchanged)',
  'spellings.submit': 'Rename the values',
  'names.least': 'at least {{rows}}',
}
