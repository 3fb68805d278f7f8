export const en = {
  go: 'Go to market',
  opening: 'Opening the smart market …',
  blocked: 'The browser blocked the new tab. Allow pop-ups for this page and click again.',
}
