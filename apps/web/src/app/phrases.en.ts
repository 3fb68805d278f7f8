export const en = {
  notFound: 'There is nothing at this address.',
  notFoundReason: 'The link may be old, or what was here has been removed.',
  toHome: 'Go home',
  underWay: 'This page is being built.',
}
