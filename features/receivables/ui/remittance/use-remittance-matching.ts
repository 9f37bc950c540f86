import { useFormContext } from 'react-hook-form'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { send } from '#platform/web/api-client.ts'
import { listInvoices } from '../../contract.ts'
import { filledAmounts, type LookedUp, matchLines } from '../../remittance-rules.ts'
import type { RemittanceValues } from './remittance-values.ts'
import { type InvoiceCache, readOpenInvoices } from './use-invoice-cache.ts'

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
