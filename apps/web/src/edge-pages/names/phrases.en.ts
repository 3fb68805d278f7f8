import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  'names.heading': pageTexts.categoryNames,
  'names.nobody': pageTexts.thisPageNeedsToKnowThe,
  'names.ask':
    '{{count}} category and class names from your data would be added to the plan. Review and confirm them in your edge’s own window.',
  'names.read': 'Review and confirm',
  'names.leave': 'These names leave your party.',
  'names.leave.only':
    'They appear in the plan and on every party’s ticket. The initiator sees where they differ from the names of the other parties.',
  'names.leave.uncounted': 'Neither counts nor {{rows}} leave.',
  'names.leave.counts':
    'The platform also receives the number of {{rows}} of each class, rounded down to a multiple of {{step}}. It shows the sums over all parties to the parties of the task; if there are only two, each can work out the other’s numbers. No {{rows}} leave.',
  'names.boxSide': '(for half of its boxes, the shorter side is at least {{percent}} % of the picture)',
  'names.leave.sizes':
    'The median size of each class’s boxes is sent, too, rounded down to 0.5 % of the picture’s side. It determines the size to which pictures are scaled.',
  'names.classes': 'Classes of “{{label}}”',
  'names.column.none': 'No value occurs in {{rows}}: all values are read as “other”.',
  'names.other':
    'Values that occur in fewer than {{rows}} stay here and are read as “other”. If a class is that rare, its {{many}} are not granted unless another party names the class; the ticket shows how many.',
  'names.none': 'No names leave your party. The plan only states that these columns are numeric or empty.',
  'names.submit': 'Share these names',
  'names.confirm': 'Confirm',
  'names.own': 'Show the other parties of the task a separate table of my party’s rows',
  'names.own.help':
    'The table shows counts, means, spread, quantiles and categories of your rows alone, with no count below 5, and how far they are from those of all parties together. If you do not agree, only the table of all parties together is shown. The plan and every ticket name the parties that agreed. If exactly one party does not agree, no own table is shown, because its table could be derived from the others.',
  'names.waits': 'Rename the values above first, or choose “unchanged” for them.',
  'spellings.heading': 'Values with different spellings',
  'spellings.explain':
    'Values with different spellings are trained on as different categories or classes. Check the suggested names and choose others where they are wrong. The values are renamed only in the data selected for this task; your dataset does not change.',
  'spellings.others': 'Spellings of the other parties: {{names}}',
  'spellings.and': pageTexts.listSeparator,
  'spellings.own': 'Your value',
  'spellings.becomes': 'Used as',
  'spellings.becomes.label': '“{{name}}” is used as',
  'spellings.same': '{{name}} (unchanged)',
  'spellings.submit': 'Rename the values',
  'names.least': pageTexts.atLeastRows,
}
