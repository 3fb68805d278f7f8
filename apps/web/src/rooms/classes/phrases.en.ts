export const en = {
  'classes.heading': 'Classes for a task',
  'classes.nobody': 'It needs to know of which task: log in to the console and open the task.',
  'classes.none':
    '“{{label}}” has more values than classes: nothing is chosen of amounts, nor of texts that are all different.',
  'classes.legend': 'Classes of {{label}} that take part',
  'classes.all': 'All classes',
  'classes.chosen': '{{count}} chosen',
  'classes.search': 'Find a class',
  'classes.over': 'all parties: at least {{rows}}',
  'classes.foreign': 'not among those of the initiator',
  'classes.rare': 'too few {{rows}} to be named',
  'classes.leftOut': 'left out',
  'classes.whole': '{{kind}}: offered as a whole, so all classes take part.',
  'classes.narrowed': 'Taking part: {{chosen}} of {{rows}}. What is of other classes is left out at your edge.',
  'classes.narrowed.many':
    'Only these classes stay in what is offered. What has none of them is left out at your edge.',
  'classes.widened': 'All classes are offered again.',
  'classes.resign': 'Your signed ticket is void then; sign again.',
  'classes.needOne': 'Choose at least one class.',
  'classes.name': 'Agree on class codes',
  'classes.name.visible':
    'The names of the chosen classes leave your party: all parties of this task see them. Then a class has the same code everywhere. No {{rows}} leave.',
  'classes.unnamed':
    'The initiator does not ask for class names, so they stay at your edge. You can still leave classes out.',
  'classes.narrow': 'Only offer these classes',
  'classes.narrow.help': 'Class names stay at your edge. What is left out can be taken in again here.',
  'classes.thin.few': 'Few: below {{few}}',
  'classes.thin.one-party': 'At one party only',
}
