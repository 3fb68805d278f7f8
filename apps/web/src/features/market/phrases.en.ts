export const en = {
  go: 'Open market',
  opening: 'Opening the smart market…',
  blocked: 'Your browser blocked the new tab. Allow pop-ups for this page and try again.',
}
