import type { Company, PrintedDocument } from '../../printed-document.ts'
import { layoutOf } from './layout.ts'
import { LayoutBuilder, tableLayouts } from './library.ts'
import { addStructure, TaggingRenderer } from './renderer.ts'
import { tagged } from './structure.ts'
import { TaggedDocument } from './tagged-document.ts'

export type DrawRequest = { content: PrintedDocument; company: Company; logo?: Uint8Array }

/** Draws a document as a tagged PDF. */
export async function drawPdf({ content, company, logo }: DrawRequest): Promise<Uint8Array> {
  const layout = layoutOf(content, company, logo !== undefined)
  const file = new TaggedDocument({
    title: layout.title,
    author: company.companyName,
    images: logo ? { logo: `data:image/png;base64,${Buffer.from(logo).toString('base64')}` } : {},
    isArchive: company.pdfFormat === 'pdf-a-3',
  })
  const structure = tagged(layout.content)
  new TaggingRenderer(file).drawPages(pagesOf(file, layout))
  addStructure(file, structure)
  return bytesOf(file)
}

type Layout = ReturnType<typeof layoutOf>

function pagesOf(file: TaggedDocument, layout: Layout) {
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
