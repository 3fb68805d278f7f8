import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  'classes.heading': 'Classes for a task',
  'classes.nobody': pageTexts.thisPageNeedsToKnowThe,
  'classes.none':
    'The values of “{{label}}” are not classes: there is nothing to choose for numbers or for texts that are all different.',
  'classes.legend': 'Participating classes of {{label}}',
  'classes.all': 'All classes',
  'classes.chosen': '{{count}} chosen',
  'classes.search': 'Find a class',
  'classes.over': 'all parties: at least {{rows}}',
  'classes.foreign': 'not among the initiator’s classes',
  'classes.rare': 'too few {{rows}} to share the name',
  'classes.leftOut': 'left out',
  'classes.whole': '{{kind}}: offered as a whole, so all classes take part.',
  'classes.narrowed': 'Selected: {{chosen}} of {{rows}}. Data of other classes is left out at your edge.',
  'classes.narrowed.many':
    'Only these classes stay in the offered data. Data without any of them is left out at your edge.',
  'classes.widened': 'All classes are offered again.',
  'classes.resign': 'Your signed ticket becomes void; sign again.',
  'classes.needOne': 'Choose at least one class.',
  'classes.name': 'Agree on class codes',
  'classes.name.visible':
    'The names of the chosen classes leave your party, and all parties of this task see them. The class then has the same code at every party. No {{rows}} leave.',
  'classes.unnamed':
    'The initiator does not request class names, so they stay at your edge. You can still leave out classes.',
  'classes.narrow': 'Offer only these classes',
  'classes.narrow.help': 'Class names stay at your edge. You can add classes again here.',
  'classes.thin.few': pageTexts.fewBelowFew,
  'classes.thin.one-party': pageTexts.atOnePartyOnly,
}
