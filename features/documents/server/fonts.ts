import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type FontName = 'Latin' | 'Han' | 'Hangul'

/** The paths of the regular and the bold file of a font. */
type FontFaces = { normal: string; bold: string }

const require = createRequire(import.meta.url)

/** The build copies the font files to this folder beside the server. */
export const builtFonts = 'fonts'
const isBuilt = !/\.ts(?:[?#]|$)/.test(import.meta.url)

/**
 * The font files of PDFs: beside the built server, otherwise in the installed packages. Only the
 * fonts that a text needs are read, and only the glyphs it uses are embedded.
 */
export function fontFiles(): Record<FontName, FontFaces> {
  return {
    Latin: fontFaces(
      () => require.resolve('@embedpdf/fonts-latin'),
      ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'],
    ),
    Han: fontFaces(
      () => require.resolve('@embedpdf/fonts-sc'),
      ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
    ),
    Hangul: fontFaces(
      () => require.resolve('@embedpdf/fonts-kr'),
      ['NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'],
    ),
  }
}

function fontFaces(inPack: () => string, [regular, strong]: readonly [string, string]): FontFaces {
  const folder = isBuilt
    ? join(dirname(fileURLToPath(import.meta.url)), builtFonts)
    : join(dirname(inPack()), '../fonts')
  return { normal: join(folder, regular), bold: join(folder, strong) }
}
