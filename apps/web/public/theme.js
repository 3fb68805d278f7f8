// Before the first paint, so that a dark page does not flash white.
const chosen = localStorage.getItem('theme')
const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
