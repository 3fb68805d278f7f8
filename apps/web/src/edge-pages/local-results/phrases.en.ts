import { en as pageTexts } from '../../lib/page-texts.en.ts'

export const en = {
  'kept.heading': 'Result of your independent run',
  'kept.nobody': pageTexts.thisPageNeedsToKnowThe,
  'kept.edge': 'The model is stored at your own edge; only its scores have left.',
  'kept.edge.noModel':
    'The result is stored at your own edge, which shows it below; only the progress of the run has left.',
  'kept.shared': 'Also saved on the platform since {{time}}, under My models.',
  'kept.deleted': 'Deleted from your edge on {{time}}.',
  'kept.deleted.shared': 'Deleted from your edge on {{time}}. Your model on the platform is not affected.',
  'kept.coming': 'Your edge is saving the model…',
  'kept.none': 'Your edge has no model of this run.',
  'kept.others': 'Only administrators and the member who signed the ticket can share or delete it.',
  'share.action': 'Save to the platform (My models)',
  'share.title': 'Save the model of “{{task}}” to the platform?',
  'share.consequence':
    'Your edge sends the model with its card to the platform, where it becomes one of your models. You can download it, use it for inference, and publish it. The platform then holds the model; this cannot be undone.',
  'share.done': 'The model has been saved to the platform.',
  'delete.action': 'Delete from the edge',
  'delete.title': 'Delete the result of “{{task}}” from your edge?',
  'delete.consequence.edge':
    'There is no other copy of the model; it cannot be recovered. Its scores stay on the platform.',
  'delete.consequence.shared': 'It is deleted from your edge only. Your model on the platform is not affected.',
  'delete.done': 'Deleted from your edge.',
}
