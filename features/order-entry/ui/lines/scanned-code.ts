import { parseQuantity } from './quantity.ts'

const longestQuantity = 7
const scannerGapMs = 15

/**
 * Whether the text of a quantity field is a scanned code: it has letters and is not a quantity, has
 * more digits than a quantity, or was typed faster than by hand. `times` are key timestamps in
 * milliseconds.
 */
export function isScannedCode(text: string, times: readonly number[] = []): boolean {
  const normalized = text.trim()
  if (normalized.length < 3 || /\s/.test(normalized)) return false
  if (/[\p{L}]/u.test(normalized) && parseQuantity(normalized) === undefined) return true
  if (/^\d+$/.test(normalized) && normalized.length > longestQuantity) return true
  return /^\d{4,}$/.test(normalized) && isScannerSpeed(times)
}

/** Whether keys arrived at scanner speed: at least four, with a median gap of at most 15 ms. */
export function isScannerSpeed(times: readonly number[]): boolean {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]
  return gaps.length >= 3 && median !== undefined && median <= scannerGapMs
}
