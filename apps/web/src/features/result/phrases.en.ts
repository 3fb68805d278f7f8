export const en = {
  'kept.here': 'The result is at your own edge, which shows it here; nothing but how it went and its scores has left.',
  'kept.room': 'What the training left, shown by your party’s edge',
  'kept.elsewhere': 'The model is at the edge of its party; nothing but its scores has left.',
}
