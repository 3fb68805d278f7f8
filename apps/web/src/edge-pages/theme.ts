// Sets the theme of an edge page. The console sets its theme in a separate script, because its first paint comes
// earlier. An edge page paints only after this module has run.
const chosen = localStorage.getItem('theme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
