export const en = {
  contents: 'Contents',
  asOf: 'As of {{date}}',
  back: 'Back to the console',
}
