// The build finds the dependencies of the server by their imports.
import 'pdfmake'
import { createRequire } from 'node:module'
import type * as parts from './pdfmake-internal-types.ts'

// The entry point of pdfmake joins these parts. This program joins them itself, so that fonts are
// opened once, words are measured once, and the PDF is tagged for screen readers.

const load = createRequire(import.meta.url)
type Exports<Part> = { default: Part }

// `require` returns the exports of these CommonJS files alike in the build and in the tests.
export const { default: PdfmakeDocument } = load('pdfmake/js/PDFDocument.js') as Exports<
  typeof parts.PdfmakeDocument
>
export const { default: LayoutBuilder } = load('pdfmake/js/LayoutBuilder.js') as Exports<
  typeof parts.PdfmakeLayoutBuilder
>
export const { default: Renderer } = load('pdfmake/js/Renderer.js') as Exports<
  typeof parts.PdfmakeRenderer
>
export const { tableLayouts } = load('pdfmake/js/tableLayouts.js') as { tableLayouts: object }
