import { useCallback, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { isDay } from '#platform/kernel/days.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { send } from '#platform/web/api-client.ts'
import { listInvoices, suggestApplications } from '../../contract.ts'
import {
  filledAmounts,
  type KnownInvoices,
  type LookedUp,
  matchLines,
} from '../../remittance-rules.ts'
import type { RemittanceValues } from './remittance-values.ts'

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

/** The number of invoices looked up in one call. */
const chunkSize = 50

async function lookUp(numbers: readonly string[]): Promise<Record<string, LookedUp>> {
  const found: Record<string, LookedUp> = {}
  for (let from = 0; from < numbers.length; from += chunkSize) {
    const some = numbers.slice(from, from + chunkSize)
    const query = { invoiceNumber: some.join(','), limit: chunkSize }
    // Sequential, so that a long remittance does not use all connections.
    // oxlint-disable-next-line no-await-in-loop
    const invoices = await send(listInvoices, { query })
    for (const number of some) {
      found[number] = invoices.find(({ invoiceNumber }) => invoiceNumber === number) ?? null
    }
  }
  return found
}

/** Matches the rows of the form with invoices: reads, looks up, and fills in amounts. */
export function useRemittanceMatching(cache: InvoiceCache) {
  const { getValues, setValue } = useFormContext<RemittanceValues>()
  const { awaited } = useFormParts()

  /** Fills in the amounts of these rows, or of all. */
  const fill = (only?: number) => {
    const lines = getValues('applications')
    for (const [index, match] of matchLines(lines, cache.read()).entries()) {
      const line = lines[index]
      if (!match?.invoice || !line || (only !== undefined && index !== only)) continue
      const filled = filledAmounts(line, match.invoice)
      if (filled.amount !== line.amount) setValue(`applications.${index}.amount`, filled.amount)
      if (filled.discount === line.discount) continue
      setValue(`applications.${index}.discount`, filled.discount)
      setValue(`applications.${index}.filledDiscount`, filled.filledDiscount)
    }
  }

  const lookUpMissing = async () => {
    const matches = matchLines(getValues('applications'), cache.read())
    const numbers = matches.flatMap((match) => match?.lookUp ?? [])
    if (numbers.length === 0) return
    const found = await lookUp([...new Set(numbers)])
    cache.change({ lookedUp: { ...cache.read().lookedUp, ...found } })
  }

  /** Submitting waits for it, so that a row typed last is matched. */
  const track = (work: Promise<void>) => {
    const end = work.catch(() =>
      notify({ title: 'Error', text: 'Invoices could not be looked up. Type the number again' }),
    )
    awaited.add(end)
    void end.finally(() => awaited.delete(end))
  }

  /** Matches the rows after a change of one of them, or of all. */
  const settle = (only?: number) => {
    fill(only)
    if (cache.read().customerId !== undefined) track(lookUpMissing())
  }

  /** Reads the invoices of another customer or day, and matches all rows with them. */
  const reread = (customerId = getValues('customerId')?.id) => {
    if (customerId !== cache.read().customerId) cache.change({ customerId, open: [] })
    if (customerId === undefined) return
    const read = async () => {
      await readOpenInvoices(cache, customerId, getValues('receivedOn'))
      fill()
      await lookUpMissing()
    }
    track(read())
  }
  return { settle, reread }
}
