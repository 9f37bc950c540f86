import { useCallback, useRef, useState } from 'react'
import { isDay } from '#platform/kernel/days.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { send } from '#platform/web/api-client.ts'
import { suggestApplications } from '../../contract.ts'
import type { KnownInvoices } from '../../remittance-rules.ts'

/** The invoices that the form knows, which its rows are matched with. */
export type InvoiceCache = {
  known: KnownInvoices
  /** The current state, for callbacks. */
  read: () => KnownInvoices
  change: (part: Partial<KnownInvoices>) => void
}

/** Holds the open invoices of the customer, and what was looked up besides. */
export function useInvoiceCache(initial: Pick<KnownInvoices, 'customerId' | 'open'>): InvoiceCache {
  const [known, setKnown] = useState<KnownInvoices>({ ...initial, lookedUp: {} })
  const latest = useRef(known)
  const read = useCallback(() => latest.current, [])
  const change = useCallback((part: Partial<KnownInvoices>) => {
    latest.current = { ...latest.current, ...part }
    setKnown(latest.current)
  }, [])
  return { known, read, change }
}

/**
 * Reads the open invoices of a customer, with the discounts allowed on a day. Those that were open
 * before and are not any more are paid.
 */
export async function readOpenInvoices(
  cache: Pick<InvoiceCache, 'read' | 'change'>,
  customerId: number,
  receivedOn: string | null | undefined,
): Promise<void> {
  const day = receivedOn && isDay(receivedOn) ? { receivedOn } : {}
  const open = await send(suggestApplications, { query: { customerId, ...day } })
  const before = cache.read()
  // Ignores a late answer for a customer that was replaced.
  if (before.customerId !== customerId) return
  const isOpen = (id: number) => open.some(({ invoiceId }) => invoiceId === id)
  const paid = before.open.filter(({ invoiceId }) => !isOpen(invoiceId))
  const none = { customerId, customerCode: '', openAmount: decimal(zero) }
  const lookedUp = Object.fromEntries(paid.map(({ invoiceNumber }) => [invoiceNumber, none]))
  cache.change({ open, lookedUp: { ...before.lookedUp, ...lookedUp } })
}
