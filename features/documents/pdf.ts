import type * as Pdfmake from 'pdfmake'
import type { Company, Paper } from './paper.ts'

type Maker = typeof Pdfmake
let maker: Promise<Maker> | undefined

/** A document as a PDF. The library and its fonts are loaded by the first one who asks. */
export async function pdfOf(paper: Paper, company: Company): Promise<Uint8Array> {
  maker ??= load()
  const [pdfmake, { layoutOf }] = await Promise.all([maker, import('./pdf-layout.ts')])
  return pdfmake.createPdf(layoutOf(paper, company)).getBuffer()
}

async function load(): Promise<Maker> {
  const [{ default: pdfmake }, { fontFiles }] = await Promise.all([
    import('pdfmake'),
    import('./fonts.ts'),
  ])
  const fonts = fontFiles()
  const files = new Set(Object.values(fonts).flatMap((faces) => Object.values(faces)))
  pdfmake.setFonts(fonts)
  // Nothing that stands in a document makes it read an address or another file.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path: string) => files.has(path))
  return pdfmake
}
