// The console runs this in a separate script before the first paint. Here nothing is painted before this module runs.
const chosen = localStorage.getItem('theme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
