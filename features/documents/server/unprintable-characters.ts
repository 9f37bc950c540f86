import { readFileSync } from 'node:fs'
import { type FontName, fontFiles } from './fonts.ts'
import type { Company, PrintedDocument } from '../printed-document.ts'
import { runsOf } from './pdf/text-parts.ts'

// The glyph coverage of the PDF fonts, read from the font files.

/** An inclusive range of code points. */
type Range = readonly [first: number, last: number]

const rangesByFont = new Map<FontName, readonly Range[]>()

/**
 * The characters of a document without a glyph in any PDF font, such as Arabic, Hebrew, Thai and
 * emoji; the PDF would show them as empty boxes. Each once, in document order.
 */
export function unprintableCharacters(content: PrintedDocument, company: Company): string[] {
  const missing = new Set<string>()
  for (const text of textsOf([content, company])) {
    for (const run of runsOf(text)) {
      for (const character of run.text) {
        if (!isPrintable(character, run.font)) missing.add(character)
      }
    }
  }
  return [...missing]
}

const maxListed = 10

/** A sentence listing the missing characters; null if there are none. */
export function unprintableSentence(characters: readonly string[]): string | null {
  if (characters.length === 0) return null
  const more = characters.length - maxListed
  const listed = characters.slice(0, maxListed).join(' ')
  return `The PDF cannot show these characters: ${listed}${more > 0 ? ` and ${more} more` : ''}`
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
  const cached = rangesByFont.get(font)
  if (cached) return cached
  const ranges = glyphRanges(readFileSync(fontFiles()[font].normal))
  rangesByFont.set(font, ranges)
  return ranges
}

/**
 * The code points a font has glyphs for: the Unicode table (`cmap`, format 12) of an OpenType file,
 * see https://learn.microsoft.com/typography/opentype/spec/cmap.
 */
function glyphRanges(bytes: Buffer): Range[] {
  const tables = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const record = tables.find((offset) => bytes.toString('latin1', offset, offset + 4) === 'cmap')
  if (record === undefined) throw new Error('The font has no cmap table')
  const cmap = bytes.readUInt32BE(record + 8)
  const subtables = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, index) => {
    return cmap + bytes.readUInt32BE(cmap + 4 + 8 * index + 4)
  })
  const subtable = subtables.find((offset) => bytes.readUInt16BE(offset) === 12)
  if (subtable === undefined) throw new Error('The font has no cmap table of format 12')
  return Array.from({ length: bytes.readUInt32BE(subtable + 12) }, (_, index) => {
    const group = subtable + 16 + 12 * index
    return [bytes.readUInt32BE(group), bytes.readUInt32BE(group + 4)] as const
  })
}
