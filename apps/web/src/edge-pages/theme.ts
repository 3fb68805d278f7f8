// Sets the theme. The console does this in a separate script before the first paint; an edge page paints only after
// this module has run.
const chosen = localStorage.getItem('theme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
