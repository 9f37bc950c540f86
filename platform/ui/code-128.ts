/** The widths of bars and gaps of each Code 128 symbol, by its value; 106 is the stop. */
const symbols = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 ' +
  '122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 ' +
  '321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 ' +
  '211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 ' +
  '213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 ' +
  '121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 ' +
  '241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 ' +
  '412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 ' +
  '211214 211232 2331112'
).split(' ')

const startB = 104
const stop = 106
const firstCharacter = 32
const lastCharacter = 126

const quietZone = 10

/** The bars of a text from left to right, and how wide it is with the quiet zones at its ends. */
export function barsOf(text: string): { bars: { x: number; width: number }[]; total: number } {
  const bars: { x: number; width: number }[] = []
  let at = quietZone
  code128(text).forEach((width, index) => {
    if (index % 2 === 0) bars.push({ x: at, width })
    at += width
  })
  return { bars, total: at + quietZone }
}

/**
 * The widths of the bars and gaps, in turn, that say a text in Code 128 set B. Characters that the
 * set does not have become `?`.
 */
export function code128(text: string): number[] {
  const values = Array.from(text, (character) => {
    const point = character.codePointAt(0) ?? 0
    const known = point >= firstCharacter && point <= lastCharacter ? point : 63
    return known - firstCharacter
  })
  const sum = values.reduce((total, value, index) => total + value * (index + 1), startB)
  const all = [startB, ...values, sum % 103, stop]
  return all.flatMap((value) => Array.from(symbols[value] ?? '', Number))
}
