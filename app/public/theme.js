// Sets the theme and the density before the first paint, so that a dark desktop never sees a white
// flash, and nothing moves. The preferences module writes the same key
// (platform/ui/preferences/preferences.ts).
{
  let theme = 'system'
  let density = 'regular'
  try {
    const stored = JSON.parse(localStorage.getItem('prizm.preferences') || '{}')
    theme = stored.theme || theme
    density = stored.density || density
  } catch {
    // Storage may be off or hold something else: follow the desktop.
  }
  const desktopIsDark = matchMedia('(prefers-color-scheme: dark)').matches
  const dark = theme === 'dark' || (theme === 'system' && desktopIsDark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density
}
