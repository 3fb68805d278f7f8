export const en = {
  'kept.here':
    'The result is stored at your own edge, which shows it here. Only the progress of the run and its scores have left.',
  'kept.frame': 'Result of the training, shown by your party’s edge',
  'kept.elsewhere': 'The model is stored at the edge of its party; only its scores have left.',
}
