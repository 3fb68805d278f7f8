export const en = {
  contents: 'Contents',
  asOf: 'As of {{date}}',
  back: 'To the console',
}
