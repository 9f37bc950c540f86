import { useEffect } from 'react'
import { readSettings, type Settings } from '#features/settings/contract.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { readCustomerTexts } from '../../contract.ts'
import { withOwnTexts } from '../../texts-on-documents.ts'
import type { DocumentDraft, FiledDocument } from '../../printed-document.ts'
import { logoAddress } from '../logo-url.ts'

/** Documents with all that they show, and the company of their letterhead. */
export type PrintedDocuments = { company: Settings; contents: FiledDocument[] }

/**
 * Documents as they are printed, with the own texts of the company and the customers; undefined
 * until these are read. The logo is loaded ahead.
 */
export function usePrintedDocuments(drafts: readonly DocumentDraft[]): {
  printed: PrintedDocuments | undefined
  error: Error | null
} {
  const settings = useRead(readSettings)
  const company = settings.data
  const documents = company && drafts.map((draft) => draft(company))
  const ids = [...new Set(documents?.flatMap(({ customerId }) => customerId ?? []))].join()
  const texts = useRead(readCustomerTexts, { query: { ids }, enabled: ids !== '' })
  const logo = company?.companyLogo
  useEffect(() => {
    if (logo) void whenLogoIsLoaded(logo)
  }, [logo])
  const error = settings.error ?? texts.error
  const customers = ids === '' ? [] : texts.data
  if (!company || !documents || !customers) return { printed: undefined, error }
  const ofCustomer = new Map(customers.map((customer) => [customer.customerId, customer]))
  const contents = documents.map((draft) =>
    withOwnTexts(draft, { settings: company, customer: ofCustomer.get(draft.customerId ?? 0) }),
  )
  return { printed: { company, contents }, error: null }
}

/**
 * Resolves when the logo is loaded or has failed to load. Await it before `window.print()`, which
 * does not wait for images.
 */
export async function whenLogoIsLoaded(version: string): Promise<void> {
  if (version === '') return
  const picture = new Image()
  picture.src = logoAddress(version)
  await picture.decode().catch(() => undefined)
}
