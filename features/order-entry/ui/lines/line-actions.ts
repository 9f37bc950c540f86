import { flushSync } from 'react-dom'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { type ChosenSku, type Line, isItem, itemsOf } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { focusLine, focusOn, fieldIds, focusedPlace } from '../focus.ts'
import {
  type LineColumn,
  neighbourOf,
  twinOf,
  withCopyOfAbove,
  withItem,
  withItemsOf,
  withLine,
  withMerged,
  withMoved,
  withRestored,
  withScanned,
  withSku,
  withoutLine,
  withoutSku,
} from './lines.ts'
import type { Lookups } from '../lookups.ts'
import { pasteLines } from './paste-lines.ts'
import { parsePrice } from './typed-price.ts'
import { isBurst, isNumberWithLetters, isScannedCode, parseQuantity } from './quantity.ts'

/** The actions on lines by keyboard and buttons; created once per screen. */
export type LineActs = ReturnType<typeof createLineActions>

export function createLineActions(store: OrderFormStore, lookups: Lookups) {
  return { ...typingActs(store, lookups), ...priceActs(store), ...movingActs(store) }
}

/** Typing in lines, and where Enter goes. */
function typingActs(store: OrderFormStore, lookups: Lookups) {
  const { edit } = store
  const lineOf = (key: number) => store.read().desk.lines.find((line) => line.key === key)
  const { chooseSku, scan, lookUp, lookUpAgain } = choosingActs(store, lookups)

  /** Enter in a quantity: moves to the next line. An invalid quantity remains and is marked. */
  const leaveQuantity = (key: number, times: readonly number[], before: string) => {
    const typed = lineOf(key)?.quantity ?? ''
    if (isScannedCode(typed, times)) {
      const take = () => {
        edit((desk) => withLine(desk, key, { quantity: before, isOdd: false }))
        scan(key, typed.trim())
      }
      if (!isNumberWithLetters(typed) || isBurst(times)) return take()
      // `2bx` typed by hand means two boxes; it is a code only if a SKU with it exists.
      return lookups.findSku(typed.trim(), (sku) => {
        if (lineOf(key)?.quantity !== typed) return
        if (sku) take()
        else settleQuantity(key)
      })
    }
    settleQuantity(key)
    if (parseQuantity(typed) === undefined) return focusLine(key, 'quantity')
    flushSync(() => edit((desk) => withLine(desk, key, { isAsked: true })))
    const next = neighbourOf(store.read().desk, key, 1)
    if (next) focusLine(next.key, 'sku')
  }

  /** On blur, `12*4` becomes 48; an invalid quantity remains, with an error. */
  const settleQuantity = (key: number) => {
    const { quantity: typed = '', isOdd = false } = lineOf(key) ?? {}
    const units = parseQuantity(typed)
    if (units === undefined && typed.trim() !== '' && !isOdd) {
      edit((desk) => withLine(desk, key, { isOdd: true }))
    }
    if (units !== undefined && String(units) !== typed) {
      edit((desk) => withLine(desk, key, { quantity: String(units) }))
    }
  }

  return {
    chooseSku,
    lookUpAgain,
    paste: (key: number, mayPrice: boolean, pasted: readonly PastedLine[]) =>
      pasteLines({ store, lookUp }, { key, mayPrice }, pasted),
    leaveQuantity,
    settleQuantity,
    typeSku: (key: number, text: string) =>
      edit((desk) => withLine(desk, key, { text, isUnknown: false, isFailed: undefined })),
    typeQuantity: (key: number, quantity: string) =>
      edit((desk) => withLine(desk, key, { quantity, isOdd: false })),
    /** Enter in a SKU: moves to its quantity. On the ghost line, to Validate. */
    leaveSku: (key: number, times: readonly number[]) => {
      const line = lineOf(key)
      if (!line || !isItem(line)) return focusOn(fieldIds.validate)
      const isScanned = isBurst(times)
      flushSync(() => edit((desk) => withLine(desk, key, { isAsked: true, isScanned })))
      focusLine(key, 'quantity')
    },
  }
}

/** Sets the SKU of a line, selected or scanned. */
function choosingActs({ edit, read }: OrderFormStore, lookups: Lookups) {
  /** Scanning a SKU that has a line already increases its quantity; the focus does not move. */
  const chooseSku = (key: number, sku: ChosenSku | undefined) => {
    const isScanned = read().desk.lines.find((line) => line.key === key)?.isScanned ?? false
    edit((desk) => withSku(desk, key, sku))
    if (!sku || !isScanned || !twinOf(read().desk, key)) return
    const isHere = focusedPlace()?.key === key
    edit((desk) => withMerged(desk, key, isHere))
  }

  /** Scanning into a quantity field adds the code as the next line. */
  const scan = (key: number, code: string) => {
    const made = read().desk.nextKey
    flushSync(() => edit((desk) => withScanned(desk, key, code)))
    focusLine(made, 'quantity')
    lookUp(made, code)
  }

  const lookUp = (key: number, code: string) => {
    const hear = (sku: ChosenSku | undefined) => {
      if (sku) chooseSku(key, sku)
      else edit((desk) => withLine(desk, key, { isUnknown: true }))
    }
    lookups.findSku(code, hear, () => {
      edit((desk) => withLine(desk, key, { isFailed: true }))
      const text = `The server did not answer. Enter ${code} again in its line`
      notify({ title: 'SKU not found', text, tone: 'danger' })
    })
  }

  /** Retries the lookup of a scanned code after a server error. */
  const lookUpAgain = (key: number, code: string) => {
    edit((desk) => withLine(desk, key, { isFailed: undefined }))
    lookUp(key, code)
  }

  return { chooseSku, scan, lookUp, lookUpAgain }
}

/** Manual prices. */
function priceActs({ edit, read }: OrderFormStore) {
  const lineOf = (key: number) => read().desk.lines.find((line) => line.key === key)

  /** On blur, `$8.5` becomes 8.50. */
  const settlePrice = (key: number) => {
    const typed = lineOf(key)?.price ?? ''
    const price = typed.trim() === '' ? '' : parsePrice(typed)
    if (price !== undefined && price !== typed) edit((desk) => withLine(desk, key, { price }))
  }

  return {
    typePrice: (key: number, price: string) => edit((desk) => withLine(desk, key, { price })),
    settlePrice,
    /** Enter in a price: moves to the next line. An invalid price remains and is marked. */
    leavePrice: (key: number) => {
      settlePrice(key)
      const typed = lineOf(key)?.price ?? ''
      const isOdd = typed.trim() !== '' && parsePrice(typed) === undefined
      const next = isOdd ? undefined : neighbourOf(read().desk, key, 1)
      if (next) focusLine(next.key, 'sku')
      else focusLine(key, 'price')
    },
    /** Restores the list price. */
    resetPrice: (key: number) => {
      flushSync(() => edit((desk) => withLine(desk, key, { price: '' })))
      focusLine(key, 'price')
    },
  }
}

/** Actions on whole lines. */
function movingActs(store: OrderFormStore) {
  const { edit } = store
  const remove = (key: number) => {
    const { desk } = store.read()
    const line = desk.lines.find((each) => each.key === key)
    const index = desk.lines.findIndex((each) => each.key === key)
    if (!line || !isItem(line) || itemsOf(desk).length <= 1) return
    const column = focusedPlace()?.column ?? 'sku'
    const next = neighbourOf(desk, key, 1) ?? neighbourOf(desk, key, -1)
    flushSync(() => edit((before) => withoutLine(before, key)))
    if (next) focusLine(next.key, column)
    offerLine(store, line, index)
  }

  return {
    remove,
    add: () => {
      flushSync(() => edit(withItem))
      const last = itemsOf(store.read().desk).at(-1)
      if (last) focusLine(last.key, 'sku')
    },
    copyAbove: (key: number, column: LineColumn) => {
      flushSync(() => edit((desk) => withCopyOfAbove(desk, key, column)))
      focusLine(key, column)
    },
    move: (key: number, by: -1 | 1, column: LineColumn) => {
      flushSync(() => edit((desk) => withMoved(desk, key, by)))
      focusLine(key, column)
    },
    merge: (key: number) => {
      const twin = twinOf(store.read().desk, key)
      flushSync(() => edit((desk) => withMerged(desk, key, false)))
      if (twin) focusLine(twin.key, 'quantity')
    },
    keepTwin: (key: number) => {
      flushSync(() => edit((desk) => withLine(desk, key, { isTwinFine: true })))
      focusLine(key, 'quantity')
    },
    /** Moves to the same column of the next or previous line. */
    walk: (key: number, by: -1 | 1, column: LineColumn) => {
      const next = neighbourOf(store.read().desk, key, by)
      if (next) focusLine(next.key, column)
    },
  }
}

/** SKU and quantity of a line, for a toast. */
function wordsOf({ sku, quantity }: Line): string {
  return sku ? `${sku.code} × ${quantity}` : 'Empty line'
}

/** Removes all lines of a SKU; the toast has Undo. */
export function removeSku(store: OrderFormStore, skuId: number): void {
  const before = store.read().desk
  const gone = before.lines.filter(({ sku }) => sku?.id === skuId)
  flushSync(() => store.edit((desk) => withoutSku(desk, skuId)))
  const after = store.read().desk
  const last = itemsOf(after).at(-1)
  if (last) focusLine(last.key, 'sku')
  const undo = () => {
    // Without later edits, restores the previous form, which also removes the empty placeholder
    // line.
    flushSync(() => store.edit((now) => (now === after ? before : withItemsOf(now, before))))
    if (gone[0]) focusLine(gone[0].key, 'sku')
  }
  const title = gone.length === 1 ? 'Line removed' : `${gone.length} lines removed`
  const action = offerUndo(undo, sameForm(store))
  notify({ title, text: gone.map(wordsOf).join(', '), action })
}

/** The toast of a removed line, with Undo. */
function offerLine(store: OrderFormStore, line: Line, index: number): void {
  const undo = () => {
    flushSync(() => store.edit((desk) => withRestored(desk, line, index)))
    focusLine(line.key, 'sku')
  }
  const action = offerUndo(undo, sameForm(store))
  notify({ title: 'Line removed', text: wordsOf(line), action })
}

/** Whether the form is still the same order, so that Undo does not add a line to another order. */
function sameForm(store: OrderFormStore): () => boolean {
  const { idempotencyKey } = store.read()
  return () => store.read().idempotencyKey === idempotencyKey
}
