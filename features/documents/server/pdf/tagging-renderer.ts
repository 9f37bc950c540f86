import { Renderer } from './pdfmake.ts'
import type {
  Image,
  Inline,
  Line,
  Page,
  PageItem,
  StructureElement,
} from './pdfmake-internal-types.ts'
import type { Tag } from './pdf-tags.ts'
import type { TaggedDocument } from './tagged-document.ts'

/**
 * Draws the pages of a document and marks all that is drawn: with its tag, or as an artifact, such
 * as rules, page numbers and column headings that are repeated.
 */
export class TaggingRenderer extends Renderer {
  private open: Tag | 'artifact' | undefined
  /** The page on which a tag was drawn first, by its number. */
  private readonly firstPage = new Map<Tag, number>()

  private readonly document: TaggedDocument

  constructor(document: TaggedDocument) {
    super(document)
    this.document = document
  }

  /** Draws pages; a bookmark, if given, leads to the first one. */
  drawPages(pages: readonly Page[], bookmark?: string): void {
    pages.forEach(({ pageSize: { width, height }, items }, index) => {
      this.document.addPage({ size: [width, height] })
      if (bookmark && index === 0) this.document.outline.addItem(bookmark, { fit: true })
      for (const item of items) this.draw(item, index)
      this.mark(undefined)
    })
  }

  private draw(item: PageItem, page: number): void {
    if (item.type === 'line') this.drawLine(item.item, page)
    else if (item.type === 'image') this.drawImage(item.item, page)
    else if (item.type === 'vector') {
      this.mark('artifact')
      this.renderVector(item.item)
    } else throw new Error('The layout has a part that is not drawn')
  }

  private drawLine(line: Line, page: number): void {
    const parts = joined(line)
    if (parts.length === 0) return
    this.mark(this.tagOn(page, line.inlines[0]?.tag as Tag | undefined))
    const baseline = line.y + line.getAscenderHeight()
    for (const { text, x, font, fontSize, color } of parts) {
      this.document.fillColor(color ?? 'black')
      this.document._font = font
      this.document.fontSize(fontSize)
      const top = baseline - (font.ascender / 1000) * fontSize
      this.document.text(text, line.x + x, top, { lineBreak: false })
    }
  }

  private drawImage(image: Image, page: number): void {
    const tag = image.tag as Tag | undefined
    this.mark(this.tagOn(page, tag))
    if (tag) {
      const { x, y, _width, _height } = image
      tag.options = { ...tag.options, placement: 'Block', bbox: [x, y, x + _width, y + _height] }
    }
    this.renderImage(image)
  }

  /** The tag, or none if it repeats column headings of an earlier page. */
  private tagOn(page: number, tag: Tag | undefined): Tag | 'artifact' {
    if (!tag) return 'artifact'
    const first = this.firstPage.get(tag)
    if (first === undefined) this.firstPage.set(tag, page)
    const isRepeated = tag.options.scope === 'Column' && first !== undefined && first !== page
    return isRepeated ? 'artifact' : tag
  }

  /** Begins to mark what is drawn next, unless it is marked the same way already. */
  private mark(next: Tag | 'artifact' | undefined): void {
    if (next === this.open) return
    if (this.open) this.document.endMarkedContent()
    this.open = next
    if (next === 'artifact') this.document.markContent('Artifact', { type: 'Layout' })
    else if (next) next.contents.push(this.document.markStructureContent(next.type))
  }
}

const zeroWidthSpace = /\u200B/g

/**
 * The texts of a line, those of one style as one. A line break reads as a space; where a line was
 * broken within a word, its text continues.
 */
function joined({ inlines, newLineForced }: Line): Inline[] {
  const parts: Inline[] = []
  for (const inline of inlines) {
    const last = parts.at(-1)
    const text = inline.text.replaceAll(zeroWidthSpace, '')
    if (last && isSameStyle(last, inline)) last.text += text
    else if (text !== '') parts.push({ ...inline, text })
  }
  const last = parts.at(-1)
  if (last && newLineForced) last.text += ' '
  return parts
}

const isSameStyle = (one: Inline, other: Inline) =>
  one.font === other.font && one.fontSize === other.fontSize && one.color === other.color

/** Adds the tags of a drawn document to its file. */
export function addStructure(document: TaggedDocument, root: Tag): void {
  const elementOf = ({ type, options, children, contents }: Tag): StructureElement =>
    document.struct(type, options, [...contents, ...children.map(elementOf)])
  document.addStructure(elementOf(root))
}
