import type { Company, PrintedDocument } from '../../printed-document.ts'
import { type DocumentLayout, layoutOf } from './document-layout.ts'
import { LayoutBuilder, tableLayouts } from './pdfmake.ts'
import { addStructure, TaggingRenderer } from './tagging-renderer.ts'
import { tagged } from './pdf-tags.ts'
import { TaggedDocument } from './tagged-document.ts'

export type DrawRequest = { content: PrintedDocument; company: Company; logo?: Uint8Array }

/** Draws a document as a tagged PDF. */
export async function drawPdf(request: DrawRequest): Promise<Uint8Array> {
  const layout = layoutFor(request)
  const file = emptyFile(layout.title, request)
  addPages(file, layout)
  return bytesOf(file)
}

/** A PDF of several documents, each with a bookmark; page numbers are those of the document. */
export class PdfOfMany {
  private readonly title: string
  private file: TaggedDocument | undefined
  private count = 0

  constructor(title: string) {
    this.title = title
  }

  /** Adds a document, and returns how many there are. Nothing is added if it has no layout. */
  add(request: DrawRequest): number {
    const layout = layoutFor(request)
    this.file ??= emptyFile(this.title, request)
    const { number, filing } = request.content
    // The title of a document without a number names the party already.
    const party = number ? filing?.party : undefined
    addPages(this.file, layout, [layout.title, party].filter(Boolean).join(' '))
    this.count += 1
    return this.count
  }

  end(): Promise<Uint8Array> {
    if (!this.file) throw new Error('The file has no document')
    return bytesOf(this.file)
  }
}

const layoutFor = ({ content, company, logo }: DrawRequest) =>
  layoutOf(content, company, logo !== undefined)

function emptyFile(title: string, { company, logo }: DrawRequest): TaggedDocument {
  return new TaggedDocument({
    title,
    author: company.companyName,
    images: logo ? { logo: `data:image/png;base64,${Buffer.from(logo).toString('base64')}` } : {},
    isArchive: company.pdfFormat === 'pdf-a-3',
  })
}

function addPages(file: TaggedDocument, layout: DocumentLayout, bookmark?: string): void {
  const structure = tagged(layout.content)
  new TaggingRenderer(file).drawPages(pagesOf(file, layout), bookmark)
  addStructure(file, structure)
}

function pagesOf(file: TaggedDocument, layout: DocumentLayout) {
  // Nothing in our layouts is an SVG, so nothing measures one.
  const builder = new LayoutBuilder(layout.pageSize, layout.margins, {})
  builder.registerTableLayouts(tableLayouts)
  const { content, defaultStyle, header, footer } = layout
  return builder.layoutDocument(
    content,
    file,
    {},
    defaultStyle,
    undefined,
    header,
    footer,
    undefined,
  )
}

async function bytesOf(file: TaggedDocument): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  file.end()
  for await (const piece of file) pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}
