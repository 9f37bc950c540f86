import { maxInteger } from '#platform/kernel/fields.ts'

const product = /^\d+(?:\s*[*x×]\s*\d+)*$/i
const longestQuantity = 7
const scannerGapMs = 15

/**
 * A quantity as clerks type it: `12`, `1,200`, or a product such as `12*4` for twelve boxes of
 * four. Undefined for anything else, and for what is below 1 or above what an order line holds.
 */
export function parseQuantity(text: string): number | undefined {
  const plain = text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '').trim()
  if (!product.test(plain)) return undefined
  const value = plain.split(/[*x×]/i).reduce((total, part) => total * Number(part), 1)
  return value >= 1 && value <= maxInteger ? value : undefined
}

/** The sentence of the specification for what is no quantity. */
export const quantityMessage = 'Quantity must be at least 1'

/** The sentence for a number that is no whole one, such as 2.5. */
export const wholeMessage = 'Quantity must be a whole number'

const decimalNumber = /^\d*[.,]\d+$/
const numberWithLetters = /^\d[\d.,]*\s*\p{L}+\.?$/u

/** True for `2bx`: a number with a unit behind it, which is no quantity. It may be a code. */
export function isNumberWithLetters(text: string): boolean {
  return numberWithLetters.test(text.trim()) && parseQuantity(text) === undefined
}

/** Why a text is no quantity, as a sentence; undefined where it is one. */
export function whyNoQuantity(text: string): string | undefined {
  if (parseQuantity(text) !== undefined) return undefined
  if (isPartOfUnit(text)) return wholeMessage
  if (!isNumberWithLetters(text)) return quantityMessage
  return `“${text.trim()}” is no quantity. Type a number such as 2, or 12*4`
}

/** True for `2.5` and `1,20`; `2.0` is a whole number, but nobody types a quantity so. */
function isPartOfUnit(text: string): boolean {
  return decimalNumber.test(text.trim())
}

/**
 * Whether what stands in a quantity field is a code that a scanner sent there: no quantity at all,
 * longer than quantities are, or typed faster than hands can. `times` are the moments of its keys
 * in milliseconds.
 */
export function isScannedCode(text: string, times: readonly number[] = []): boolean {
  const plain = text.trim()
  if (plain.length < 3 || /\s/.test(plain)) return false
  if (/[\p{L}]/u.test(plain) && parseQuantity(plain) === undefined) return true
  if (/^\d+$/.test(plain) && plain.length > longestQuantity) return true
  return /^\d{4,}$/.test(plain) && isBurst(times)
}

/** Whether keys came as a scanner sends them: at least four, most of them 15 ms apart or less. */
export function isBurst(times: readonly number[]): boolean {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]
  return gaps.length >= 3 && middle !== undefined && middle <= scannerGapMs
}
