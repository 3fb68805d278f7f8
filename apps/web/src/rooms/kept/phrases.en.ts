export const en = {
  'kept.heading': 'What your own training left',
  'kept.nobody': 'It needs to know of which task: log in to the console and open the task.',
  'kept.edge': 'The model is at your own edge; nothing but its scores has left.',
  'kept.edge.noModel':
    'What was found out is at your own edge, which shows it below; nothing but how it went has left.',
  'kept.shared': 'You keep it on the platform as well since {{time}}: it is one of your models there.',
  'kept.deleted': 'It was deleted from your edge on {{time}}.',
  'kept.deleted.shared': 'It was deleted from your edge on {{time}}; your model on the platform stays.',
  'kept.coming': 'Your edge is putting the model away…',
  'kept.none': 'Your edge keeps no model of this run.',
  'kept.others': 'It is up to whoever signed its ticket, and to administrators, to share or delete it.',
  'share.action': 'Keep it on the platform (my models)',
  'share.title': 'Keep the model of “{{task}}” on the platform?',
  'share.consequence':
    'Your edge sends the model with its card to the platform, where it becomes one of your models: to download, to use for inference, and to publish if you want. The platform then has it; this cannot be undone.',
  'share.done': 'The model is on the platform.',
  'delete.action': 'Delete at the edge',
  'delete.title': 'Delete what “{{task}}” left at your edge?',
  'delete.consequence.edge': 'The model is nowhere else: it is lost. Its scores stay on the platform.',
  'delete.consequence.shared': 'It is taken from your edge only; your model on the platform stays.',
  'delete.done': 'Deleted from your edge.',
}
