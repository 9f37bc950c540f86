import type { EmbeddedFont, FontFile } from './pdfmake-internal-types.ts'
import { fontFiles } from '../fonts.ts'
import { PdfmakeDocument } from './pdfmake.ts'

/** An opened font file, and the words that were laid out with it. */
type OpenedFont = {
  file: FontFile
  words: Record<string, unknown>
  Font: new (document: never, file: FontFile, id: string) => EmbeddedFont
}

const opened = new Map<string, OpenedFont>()
/** The most words that are remembered for a font. */
const maxWords = 20_000

const fonts = fontFiles()
const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)))

export type PdfFacts = {
  title: string
  author: string
  images: Record<string, string>
  isArchive: boolean
}

/** Not the time of drawing, so that a document drawn again has the same bytes. */
const always = new Date(Date.UTC(2000, 0, 1))

/**
 * A PDF with tags, whose fonts are opened once for all documents: reading a font and laying out its
 * words took a third of the time of a document.
 */
export class TaggedDocument extends PdfmakeDocument {
  constructor({ title, author, images, isArchive }: PdfFacts) {
    const options = {
      pdfVersion: '1.7',
      tagged: true,
      // Both need tags, a language and embedded fonts; one file can only name one of them.
      subset: isArchive ? 'PDF/A-3a' : 'PDF/UA',
      displayTitle: true,
      lang: 'en-US',
      autoFirstPage: false,
      font: null,
      info: {
        Title: title,
        ...(author && { Author: author }),
        Producer: 'pdfmake',
        Creator: 'pdfmake',
        CreationDate: always,
      },
    }
    // Document content can load no other file.
    super(fonts, images, {}, {}, options, null, (path) => files.has(path))
  }

  /** The font of a family, from a file that was opened for an earlier document if possible. */
  override provideFont(family: string, isBold = false): EmbeddedFont {
    const face = isBold ? 'bold' : 'normal'
    const faces = (this.fontCache[family] ??= {})
    return (faces[face] ??= this.embed(family, isBold))
  }

  private embed(family: string, isBold: boolean): EmbeddedFont {
    const key = `${family} ${isBold}`
    const known = opened.get(key)
    const font = known ? this.embedAgain(known) : super.provideFont(family, isBold)
    // A font that was just opened has no words yet.
    const words = known && Object.keys(known.words).length < maxWords ? known.words : emptyWords()
    font.layoutCache = words
    opened.set(key, { file: font.font, words, Font: font.constructor as OpenedFont['Font'] })
    encodeExactly(font)
    return font
  }

  private embedAgain({ file, Font }: OpenedFont): EmbeddedFont {
    this._fontCount += 1
    const font = new Font(this as never, file, `F${this._fontCount}`)
    this._fontFamilies[font.name] = font
    return font
  }

  /** The library writes the title and the author into XML as they are. */
  override _addInfo(): void {
    const entries = Object.entries(this.info)
    this.info = Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? inXml(value) : value]),
    )
    super._addInfo()
  }
}

/** Without the names that all objects have: they are words, too. */
const emptyWords = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const inXml = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)

/**
 * Takes the characters of a glyph from the text. The library takes those with which the glyph was
 * first used, perhaps by another document: a glyph may stand for several characters, such as a
 * space and a no-break space.
 */
function encodeExactly(font: EmbeddedFont): void {
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features)
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    const isAligned =
      glyphs.reduce((sum, { codePoints }) => sum + codePoints.length, 0) === points.length
    let next = 0
    const hex = glyphs.map(({ id, advanceWidth, codePoints }) => {
      const gid = font.subset.includeGlyph(id)
      font.widths[gid] ??= advanceWidth * font.scale
      font.unicode[gid] ??= isAligned
        ? points.slice(next, next + codePoints.length)
        : [...codePoints]
      next += codePoints.length
      return gid.toString(16).padStart(4, '0')
    })
    return [hex, positions]
  }
}
