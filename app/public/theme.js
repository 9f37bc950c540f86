// Sets the theme before the first paint, so that a dark desktop never sees a white flash.
// The preferences module (platform/ui/preferences/preferences.ts) writes the same key.
{
  let theme = 'system'
  try {
    theme = JSON.parse(localStorage.getItem('prizm.preferences') || '{}').theme || 'system'
  } catch {
    // Storage may be off or hold something else: follow the desktop.
  }
  const desktopIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = theme === 'dark' || (theme === 'system' && desktopIsDark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
