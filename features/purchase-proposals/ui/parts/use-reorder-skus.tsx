import { type ReactNode, useState } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { listProposals, type Proposal } from '../../contract.ts'
import { maxSkusAtOnce, notProposedText } from '../../rules.ts'

const OrderSelectedDialog = lazyPart(
  async () => (await import('../OrderSelectedDialog.tsx')).OrderSelectedDialog,
)

type ChosenSku = { id: number; sku: string }
type Chosen = { rows: readonly Proposal[]; note: string | undefined; clear: () => void }

/**
 * Orders SKUs from their own list: `start` reads their proposals, and `dialog` reviews and orders
 * them. SKUs of which enough is on order have no proposal, and the dialog names them.
 */
export function useReorderSkus(): {
  start: (skus: readonly ChosenSku[], clear: () => void) => Promise<void>
  dialog: ReactNode
} {
  const [chosen, setChosen] = useState<Chosen>()
  const start = async (skus: readonly ChosenSku[], clear: () => void) => {
    if (skus.length > maxSkusAtOnce) {
      const text = `${skus.length} SKUs are chosen. The maximum is ${maxSkusAtOnce}`
      return notify({ title: 'Too many SKUs', text, tone: 'danger' })
    }
    const rows = await readProposals(skus)
    if (!rows) return
    const note = notProposedText(skus, rows)
    if (rows.length > 0) setChosen({ rows, note, clear })
    else notify({ title: 'Nothing to order', text: note ?? '' })
  }
  const dialog = chosen && <OrderSelectedDialog {...chosen} onClose={() => setChosen(undefined)} />
  return { start, dialog }
}

/** The proposals for SKUs, in the order of the codes; a failure is shown, and returns undefined. */
async function readProposals(skus: readonly ChosenSku[]): Promise<Proposal[] | undefined> {
  const query = { id: skus.map(({ id }) => id).join(), limit: maxSkusAtOnce, sort: 'sku' }
  try {
    return await send(listProposals, { query })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify({ title: 'Error', text: error.message, tone: 'danger' })
    return undefined
  }
}
