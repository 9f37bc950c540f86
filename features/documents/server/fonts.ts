import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TFontDictionary } from 'pdfmake/interfaces.d.ts'

export type FontName = 'Latin' | 'Han' | 'Hangul'

const require = createRequire(import.meta.url)

/**
 * The font files of PDFs. Only the fonts that a text needs are read, and only the glyphs it uses
 * are embedded.
 */
export function fontFiles(): TFontDictionary {
  return {
    Latin: faces(require.resolve('@embedpdf/fonts-latin'), [
      'NotoSans-Regular.ttf',
      'NotoSans-Bold.ttf',
    ]),
    Han: faces(require.resolve('@embedpdf/fonts-sc'), [
      'NotoSansHans-Regular.otf',
      'NotoSansHans-Bold.otf',
    ]),
    Hangul: faces(require.resolve('@embedpdf/fonts-kr'), [
      'NotoSansKR-Regular.otf',
      'NotoSansKR-Bold.otf',
    ]),
  }
}

function faces(inPack: string, [regular, strong]: readonly [string, string]) {
  const folder = join(dirname(inPack), '../fonts')
  return { normal: join(folder, regular), bold: join(folder, strong) }
}
