// The console does this in a script of its own before the first paint; here nothing is drawn before this runs.
const chosen = localStorage.getItem('theme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
