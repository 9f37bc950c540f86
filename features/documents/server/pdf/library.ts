// The build finds the dependencies of the server by their imports.
import 'pdfmake'
import { createRequire } from 'node:module'
import type * as parts from './pdfmake-parts.ts'

// The parts of pdfmake that its entry point composes. Composed here, fonts are opened once, words
// are measured once, and the content is tagged.

const load = createRequire(import.meta.url)
type Exports<Part> = { default: Part }

// `require` returns what each of these files exports, whichever way the server itself is loaded.
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
