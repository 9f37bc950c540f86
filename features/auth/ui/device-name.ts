// The first match wins: many user agents contain the names of other browsers too.
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system of a session from its user agent: `Chrome on Windows`. */
export function deviceOf(userAgent: string | null): string {
  const firstMatch = (patterns: readonly [RegExp, string][]) =>
    patterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = firstMatch(browsers)
  const system = firstMatch(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
