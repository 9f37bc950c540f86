import { lettersAndDigits, parseShortCode } from '#platform/kernel/fields.ts'

// Codes such as `ABR-1007` have the letters of a series and a number. People type them in short:
// without the hyphen (`abr1007`), with fewer letters (`a1007`), or the digits alone (`1007`).

const asciiOnly = /^[ -~]*$/

/**
 * The lower-case letters and the number of a code, without leading zeros: `ABR-0107` is `abr` and
 * `107`. Undefined for a code of another form.
 */
export function partsOfCode(code: string): { series: string; number: string } | undefined {
  if (!asciiOnly.test(code)) return undefined
  const [, series, number] = /^([a-z]*)0*(\d+)$/.exec(lettersAndDigits(code)) ?? []
  return series === undefined || number === undefined ? undefined : { series, number }
}

/**
 * The choice that a typed text means: the code without its punctuation, else the only code with
 * the typed number whose series begins with the typed letters. If several series have the number,
 * the one that begins with `series`, such as that of the line above. Undefined if none or several
 * match.
 */
export function findByShortCode<C extends { code: string }>(
  typed: string,
  choices: readonly C[],
  series?: string,
): C | undefined {
  const query = asciiOnly.test(typed) ? lettersAndDigits(typed) : ''
  if (query === '') return undefined
  const isSame = ({ code }: C) => asciiOnly.test(code) && lettersAndDigits(code) === query
  const [same, ...others] = choices.filter(isSame)
  if (same) return others.length === 0 ? same : undefined
  const short = choices.filter(({ code }) => isShortCodeOf(typed, code))
  if (short.length <= 1 || !series) return short.length === 1 ? short[0] : undefined
  const inSeries = short.filter(({ code }) => partsOfCode(code)?.series.startsWith(series))
  return inSeries.length === 1 ? inSeries[0] : undefined
}

/** Whether a typed text, such as `a1007`, is short for the code `ABR-1007`. */
export function isShortCodeOf(typed: string, code: string): boolean {
  const [short, full] = [parseShortCode(typed), partsOfCode(code)]
  if (!short || !full) return false
  return short.number === full.number && full.series.startsWith(short.series)
}
