import { readFileSync } from 'node:fs'
import { type FontName, fontFiles } from './fonts.ts'
import type { Company, Paper } from '../paper.ts'
import { runsOf } from './pdf-layout.ts'

// The glyph coverage of the PDF fonts, read from the font files.

/** An inclusive range of code points. */
type Range = readonly [first: number, last: number]

const read = new Map<FontName, readonly Range[]>()

/**
 * The characters of a document without a glyph in any PDF font, such as Arabic, Hebrew, Thai and
 * emoji; the PDF would show them as empty boxes. Each once, in document order.
 */
export function unprintableCharacters(paper: Paper, company: Company): string[] {
  const missing = new Set<string>()
  for (const text of textsOf([paper, company])) {
    for (const run of runsOf(text)) {
      for (const character of run.text) {
        if (!isPrintable(character, run.font)) missing.add(character)
      }
    }
  }
  return [...missing]
}

const mostShown = 10

/** A sentence listing the missing characters; null if there are none. */
export function unprintableSentence(characters: readonly string[]): string | null {
  if (characters.length === 0) return null
  const more = characters.length - mostShown
  const shown = characters.slice(0, mostShown).join(' ')
  return `The PDF cannot show these characters: ${shown}${more > 0 ? ` and ${more} more` : ''}`
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* textsOf(each)
  }
}

// Line breaks, spaces, joiners and direction marks have no glyph of their own.
const invisible = /[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/u

function isPrintable(character: string, font: FontName): boolean {
  if (invisible.test(character)) return true
  const code = character.codePointAt(0) ?? 0
  return rangesOf(font).some(([first, last]) => first <= code && code <= last)
}

function rangesOf(font: FontName): readonly Range[] {
  const known = read.get(font)
  if (known) return known
  const ranges = glyphRanges(readFileSync(fontFiles()[font].normal))
  read.set(font, ranges)
  return ranges
}

/**
 * The code points a font has glyphs for: the Unicode table (`cmap`, format 12) of an OpenType file,
 * see https://learn.microsoft.com/typography/opentype/spec/cmap.
 */
function glyphRanges(bytes: Buffer): Range[] {
  const tables = Array.from({ length: bytes.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const record = tables.find((at) => bytes.toString('latin1', at, at + 4) === 'cmap')
  if (record === undefined) throw new Error('The font has no cmap table')
  const cmap = bytes.readUInt32BE(record + 8)
  const parts = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, at) => {
    return cmap + bytes.readUInt32BE(cmap + 4 + 8 * at + 4)
  })
  const table = parts.find((at) => bytes.readUInt16BE(at) === 12)
  if (table === undefined) throw new Error('The font has no cmap table of format 12')
  return Array.from({ length: bytes.readUInt32BE(table + 12) }, (_, at) => {
    const group = table + 16 + 12 * at
    return [bytes.readUInt32BE(group), bytes.readUInt32BE(group + 4)] as const
  })
}
