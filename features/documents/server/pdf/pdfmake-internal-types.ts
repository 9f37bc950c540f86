import type { Readable } from 'node:stream'
import type { Content, DynamicContent } from 'pdfmake/interfaces.d.ts'

// The types of the parts of pdfmake that draw a document; its own types do not describe them.

/** A font of one document, drawn with the glyphs of an opened font file. */
export declare class EmbeddedFont {
  constructor(document: PdfmakeDocument, file: FontFile, id: string)
  name: string
  ascender: number
  font: FontFile
  subset: { includeGlyph(id: number): number }
  /** By glyph of the subset: the code points and the advance width. */
  unicode: number[][]
  widths: number[]
  scale: number
  /** The glyphs of words that were laid out before. */
  layoutCache: Record<string, unknown>
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] }
  encode(text: string, features?: unknown): [hex: string[], positions: unknown[]]
}
export type FontFile = { readonly postscriptName: string }
type Glyph = { id: number; advanceWidth: number; codePoints: readonly number[] }

export type StructureContent = { readonly refs: readonly unknown[] }
export type StructureElement = { readonly dictionary: unknown }
export type StructureOptions = {
  alt?: string
  scope?: 'Row' | 'Column'
  bbox?: [left: number, top: number, right: number, bottom: number]
  placement?: 'Block'
}

export declare class PdfmakeDocument {
  constructor(
    fonts: object,
    images: Record<string, string>,
    patterns: object,
    attachments: object,
    options: object,
    files: null,
    localAccessPolicy: (path: string) => boolean,
  )
  info: Record<string, unknown>
  fontCache: Record<string, Record<string, EmbeddedFont>>
  _fontFamilies: Record<string, EmbeddedFont>
  _fontCount: number
  _font: EmbeddedFont
  provideFont(family: string, isBold?: boolean, isItalic?: boolean): EmbeddedFont
  outline: { addItem(title: string, options: { fit: true }): unknown }
  addPage(options: { size: [width: number, height: number] }): this
  fontSize(size: number): this
  fillColor(color: string): this
  text(text: string, x: number, y: number, options: { lineBreak: false }): this
  markContent(tag: 'Artifact', options: { type: 'Layout' }): this
  markStructureContent(type: string): StructureContent
  endMarkedContent(): this
  struct(
    type: string,
    options: StructureOptions,
    children: readonly (StructureElement | StructureContent)[],
  ): StructureElement
  addStructure(element: StructureElement): this
  _addInfo(): void
  end(): void
  [Symbol.asyncIterator](): ReturnType<Readable[typeof Symbol.asyncIterator]>
}

export type Inline = {
  text: string
  x: number
  font: EmbeddedFont
  fontSize: number
  color?: string
  /** What its run of text was given besides its style. */
  tag?: unknown
}
export type Line = {
  x: number
  y: number
  inlines: Inline[]
  /** Whether a line break in the text ends it. */
  newLineForced?: boolean
  getAscenderHeight(): number
}
export type Image = { x: number; y: number; _width: number; _height: number; tag?: unknown }
export type PageItem =
  | { type: 'line'; item: Line }
  | { type: 'vector'; item: object }
  | { type: 'image'; item: Image }
export type Page = { pageSize: { width: number; height: number }; items: PageItem[] }

export declare class PdfmakeLayoutBuilder {
  constructor(pageSize: object, margins: object, svgMeasure: object)
  registerTableLayouts(layouts: object): void
  layoutDocument(
    content: Content,
    document: PdfmakeDocument,
    styles: object,
    defaultStyle: object,
    background: undefined,
    header: DynamicContent,
    footer: DynamicContent,
    watermark: undefined,
  ): Page[]
}

export declare class PdfmakeRenderer {
  constructor(document: PdfmakeDocument)
  renderVector(vector: object): void
  renderImage(image: Image): void
}
