import { flushSync } from 'react-dom'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { isSameForm, type OrderFormStore } from '../order-form-store.ts'
import { focusLine } from '../focus.ts'
import { withoutAdded, withPasted } from './lines.ts'

type PasteOptions = {
  store: OrderFormStore
  /** Looks up the SKUs of these lines on the server. */
  lookUpAll: (lines: readonly { key: number; text: string }[]) => void
}

/**
 * Inserts cells copied from a spreadsheet as lines, from the line with this key on, and looks up
 * each code. An invalid code, quantity or price remains in its field with an error. Ignores prices
 * if the user may not enter manual prices.
 */
export function pasteLines(
  { store, lookUpAll }: PasteOptions,
  target: { key: number; mayPrice: boolean },
  pasted: readonly PastedLine[],
): void {
  const { orderForm: before } = store.read()
  const isPriced = pasted.some(({ price }) => price !== '')
  const lines = target.mayPrice ? pasted : pasted.map((line) => ({ ...line, price: '' }))
  flushSync(() => store.edit((orderForm) => withPasted(orderForm, target.key, lines)))
  const { orderForm: after } = store.read()
  const newLines = after.lines.filter(({ key }) => key >= before.nextKey)
  lookUpAll(newLines.slice(0, pasted.length).filter(({ text }) => text !== ''))
  const [first] = newLines
  if (first) focusLine(first.key, 'quantity')
  const undo = () => {
    const added = { before, after, count: pasted.length }
    flushSync(() => store.edit((current) => withoutAdded(current, added)))
    const { lines: restored } = store.read().orderForm
    const focused = restored.find(({ key }) => key === target.key) ?? restored.at(-1)
    if (focused) focusLine(focused.key, 'sku')
  }
  notify({
    title: 'Lines pasted',
    text: counted(pasted.length, 'line'),
    ...(isPriced && !target.mayPrice && { detail: 'Prices come from the price list' }),
    action: offerUndo(undo, isSameForm(store)),
  })
}
