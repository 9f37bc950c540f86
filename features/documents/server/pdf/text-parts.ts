import type { FontName } from '../fonts.ts'
import type { Role } from './pdf-tags.ts'

// Texts of a PDF, in the fonts that they need, and the sizes and spaces that its parts share.

type Run = { text: string; font: FontName }
export type TextStyle = {
  bold?: boolean
  fontSize?: number
  alignment?: 'right' | 'left' | 'center'
  noWrap?: boolean
  color?: string
  role?: Role
}

export const bodySize = 9.5
export const smallSize = 8

/** A table that only arranges its cells. */
export const compactLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (column: number) => (column === 0 ? 0 : 10),
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 1,
}

/** Figures and their headings never wrap. */
export const rightAligned: TextStyle = { alignment: 'right', noWrap: true }
const hangul = /[\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uAC00-\uD7FF]/u
const han =
  /[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u

const zeroWidthSpace = '\u200B'
const longWord = /[^\s\u200B]{40}(?=[^\s\u200B])/g

/**
 * Splits a text into runs of one font each. Allows breaks within words of more than 40 characters:
 * to break a long word, the library otherwise tries each of its lengths again and again.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC').replaceAll(longWord, breakable)) {
    const font = fontOf(character)
    const last = runs.at(-1)
    if (last && last.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

/**
 * Adds a zero-width space for Latin only: the other fonts break between any two characters anyway.
 */
function breakable(part: string): string {
  return fontOf(part.slice(-1)) === 'Latin' ? `${part}${zeroWidthSpace}` : part
}

function fontOf(character: string): FontName {
  if (hangul.test(character)) return 'Hangul'
  return han.test(character) ? 'Han' : 'Latin'
}

/** A text in the fonts that it needs. */
export const textBlock = (text: string, style: TextStyle = {}) => ({ text: runsOf(text), ...style })

/** Allows breaks within words that are wider than their column. */
export function fitted(text: string, width: number, size: number): string {
  const maxCharacters = Math.max(1, Math.floor(width / (size * widestLetter)))
  return text.replaceAll(/[^\s\u200B]+/g, (word) =>
    roughWidth(word, size) <= width || fontOf(word) !== 'Latin'
      ? word
      : Array.from(
          word,
          (letter, at) => (at > 0 && at % maxCharacters === 0 ? zeroWidthSpace : '') + letter,
        ).join(''),
  )
}

const widestLetter = 0.8

const narrow = 0.31
const usual = 0.58
const capital = 0.64
/** The rough widths of ASCII letters, in parts of the font size. */
const widths = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCodePoint(code)
  if (/[\dA-Z&@#%]/.test(letter)) return capital
  return /[ilIj.,:;'|! ()-]/.test(letter) ? narrow : usual
})

/** The width of a text in points, roughly and rather too wide: enough to size a column by. */
export function roughWidth(text: string, size: number): number {
  let units = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    units += widths[code] ?? (code > 0x2e7f ? 1 : usual)
  }
  return units * size
}
