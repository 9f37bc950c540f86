import { pathOf } from '#platform/kernel/endpoint.ts'
import { type DocumentName, readPdf } from '../contract.ts'
import type { Period } from './EmailDocumentDialog.tsx'

export type PdfRequest = { name: DocumentName; id: number; days?: Period }

/** Returns the URL of a document's PDF. */
export function pdfAddress({ name, id, days = {} }: PdfRequest): string {
  const address = pathOf(readPdf[name].path, { id })
  const query = new URLSearchParams(days).toString()
  return query ? `${address}?${query}` : address
}
