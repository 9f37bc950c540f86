import { flushSync } from 'react-dom'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import type { Cents } from '#platform/kernel/money.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { type ChosenSku, type Line, isItem, itemsOf } from '../order-form.ts'
import { isSameForm, type OrderFormStore } from '../order-form-store.ts'
import { focusLine, focusById, fieldIds, focusedCell } from '../focus.ts'
import {
  type LineColumn,
  adjacentLine,
  duplicateOf,
  withCopyOfAbove,
  withFoundSkus,
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
import type { Lookups } from '../pending-lookups.ts'
import { pasteLines } from './paste-lines.ts'
import { priceAfterDiscount } from './discount.ts'
import { parsePrice } from './typed-price.ts'
import { isNumberWithLetters, parseQuantity } from './quantity.ts'
import { isScannedCode, isScannerSpeed } from './scanned-code.ts'
import { typeScannedCode } from './type-scanned-code.ts'

/** The actions on lines by keyboard and buttons; created once per screen. */
export type LineActions = ReturnType<typeof createLineActions>

export function createLineActions(store: OrderFormStore, lookups: Lookups) {
  return {
    ...typingActions(store, lookups),
    ...priceActions(store),
    ...moveActions(store),
    typeScanned: (code: string) => typeScannedCode(store, code),
  }
}

/** Typing in lines, and where Enter goes. */
function typingActions(store: OrderFormStore, lookups: Lookups) {
  const { edit } = store
  const lineOf = (key: number) => store.read().orderForm.lines.find((line) => line.key === key)
  const { chooseSku, scan, lookUpAll, lookUpAgain: retryLookUp } = skuActions(store, lookups)

  /** Enter in a quantity: moves to the next line. An invalid quantity remains and is marked. */
  const confirmQuantity = (key: number, times: readonly number[], before: string) => {
    const text = lineOf(key)?.quantity ?? ''
    if (isScannedCode(text, times)) {
      const acceptScan = () => {
        edit((orderForm) =>
          withLine(orderForm, key, { quantity: before, isQuantityInvalid: false }),
        )
        scan(key, text.trim())
      }
      if (!isNumberWithLetters(text) || isScannerSpeed(times)) return acceptScan()
      // `2bx` typed by hand means two boxes; it is a code only if a SKU with it exists.
      return lookups.findSku(text.trim(), (sku) => {
        if (lineOf(key)?.quantity !== text) return
        if (sku) acceptScan()
        else settleQuantity(key)
      })
    }
    settleQuantity(key)
    if (parseQuantity(text) === undefined) return focusLine(key, 'quantity')
    flushSync(() => edit((orderForm) => withLine(orderForm, key, { isLookupRequested: true })))
    const next = adjacentLine(store.read().orderForm, key, 1)
    if (next) focusLine(next.key, 'sku')
  }

  /** On blur, `12*4` becomes 48; an invalid quantity remains, with an error. */
  const settleQuantity = (key: number) => {
    const { quantity: text = '', isQuantityInvalid: isInvalid = false } = lineOf(key) ?? {}
    const units = parseQuantity(text)
    if (units === undefined && text.trim() !== '' && !isInvalid) {
      edit((orderForm) => withLine(orderForm, key, { isQuantityInvalid: true }))
    }
    if (units !== undefined && String(units) !== text) {
      edit((orderForm) => withLine(orderForm, key, { quantity: String(units) }))
    }
  }

  return {
    chooseSku,
    lookUpAgain: retryLookUp,
    paste: (key: number, mayPrice: boolean, pasted: readonly PastedLine[]) =>
      pasteLines({ store, lookUpAll }, { key, mayPrice }, pasted),
    leaveQuantity: confirmQuantity,
    settleQuantity,
    typeSku: (key: number, text: string) => {
      const typed = { text, isUnknown: false, isFailed: undefined, isScanned: false }
      edit((orderForm) => withLine(orderForm, key, typed))
    },
    typeQuantity: (key: number, quantity: string) =>
      edit((orderForm) => withLine(orderForm, key, { quantity, isQuantityInvalid: false })),
    /** Enter in a SKU: moves to its quantity. On the ghost line, to Validate. */
    confirmSku: (key: number, times: readonly number[]) => {
      const line = lineOf(key)
      if (!line || !isItem(line)) return focusById(fieldIds.validate)
      const isScanned = line.isScanned || isScannerSpeed(times)
      flushSync(() =>
        edit((orderForm) => withLine(orderForm, key, { isLookupRequested: true, isScanned })),
      )
      focusLine(key, 'quantity')
    },
  }
}

/** Sets the SKU of a line, selected or scanned. */
function skuActions({ edit, read }: OrderFormStore, lookups: Lookups) {
  /** Scanning a SKU that has a line already increases its quantity; the focus does not move. */
  const chooseSku = (key: number, sku: ChosenSku | undefined) => {
    const isScanned = read().orderForm.lines.find((line) => line.key === key)?.isScanned ?? false
    edit((orderForm) => withSku(orderForm, key, sku))
    if (!sku || !isScanned || !duplicateOf(read().orderForm, key)) return
    const hasFocus = focusedCell()?.key === key
    edit((orderForm) => withMerged(orderForm, key, hasFocus))
  }

  /** Scanning into a quantity field adds the code as the next line. */
  const scan = (key: number, code: string) => {
    const newKey = read().orderForm.nextKey
    flushSync(() => edit((orderForm) => withScanned(orderForm, key, code)))
    focusLine(newKey, 'quantity')
    lookUp(newKey, code)
  }

  const lookUp = (key: number, code: string) => {
    const onFound = (sku: ChosenSku | undefined) => {
      if (sku) chooseSku(key, sku)
      else edit((orderForm) => withLine(orderForm, key, { isUnknown: true }))
    }
    lookups.findSku(code, onFound, () => {
      edit((orderForm) => withLine(orderForm, key, { isFailed: true }))
      const text = `The server did not respond. Enter ${code} again in its line`
      notify({ title: 'SKU not found', text, tone: 'danger' })
    })
  }

  /** Looks up pasted codes together, then those that are no code, such as barcodes, one by one. */
  const lookUpAll = (lines: readonly { key: number; text: string }[]) => {
    const codeOf = (text: string) => text.trim().toLowerCase()
    lookups.findSkusByCodes(
      lines.map(({ text }) => codeOf(text)),
      (skus) => {
        const found = new Map<number, ChosenSku>()
        for (const { key, text } of lines) {
          const sku = skus.get(codeOf(text))
          if (sku) found.set(key, sku)
        }
        if (found.size > 0) edit((orderForm) => withFoundSkus(orderForm, found))
        for (const { key, text } of lines) if (!found.has(key)) lookUp(key, text)
      },
    )
  }

  /** Retries the lookup of a scanned code after a server error. */
  const retryLookUp = (key: number, code: string) => {
    edit((orderForm) => withLine(orderForm, key, { isFailed: undefined }))
    lookUp(key, code)
  }

  return { chooseSku, scan, lookUpAll, lookUpAgain: retryLookUp }
}

/** Manual prices. */
function priceActions({ edit, read }: OrderFormStore) {
  const lineOf = (key: number) => read().orderForm.lines.find((line) => line.key === key)

  const discounted = (text: string, standardPrice: Cents | undefined) =>
    standardPrice === undefined ? undefined : priceAfterDiscount(text, standardPrice)

  /** On blur, `$8.5` becomes 8.50, and a pasted `10%` the price. */
  const settlePrice = (key: number, standardPrice: Cents | undefined) => {
    const text = lineOf(key)?.price ?? ''
    const price = text.trim() === '' ? '' : (parsePrice(text) ?? discounted(text, standardPrice))
    if (price !== undefined && price !== text)
      edit((orderForm) => withLine(orderForm, key, { price }))
  }

  return {
    /** Types a price; a discount off the standard price becomes a price with its `%`. */
    typePrice: (key: number, text: string, standardPrice: Cents | undefined) => {
      const price = discounted(text, standardPrice) ?? text
      edit((orderForm) => withLine(orderForm, key, { price }))
    },
    settlePrice,
    /** Enter in a price: moves to the next line. An invalid price remains and is marked. */
    confirmPrice: (key: number, standardPrice: Cents | undefined) => {
      settlePrice(key, standardPrice)
      const text = lineOf(key)?.price ?? ''
      const isInvalid = text.trim() !== '' && parsePrice(text) === undefined
      const next = isInvalid ? undefined : adjacentLine(read().orderForm, key, 1)
      if (next) focusLine(next.key, 'sku')
      else focusLine(key, 'price')
    },
    /** Restores the list price. */
    resetPrice: (key: number) => {
      flushSync(() => edit((orderForm) => withLine(orderForm, key, { price: '' })))
      focusLine(key, 'price')
    },
  }
}

/** Actions on whole lines. */
function moveActions(store: OrderFormStore) {
  const { edit } = store
  const remove = (key: number) => {
    const { orderForm } = store.read()
    const line = orderForm.lines.find((each) => each.key === key)
    const index = orderForm.lines.findIndex((each) => each.key === key)
    if (!line || !isItem(line) || itemsOf(orderForm).length <= 1) return
    const column = focusedCell()?.column ?? 'sku'
    const next = adjacentLine(orderForm, key, 1) ?? adjacentLine(orderForm, key, -1)
    flushSync(() => edit((before) => withoutLine(before, key)))
    if (next) focusLine(next.key, column)
    notifyLineRemoved(store, line, index)
  }

  return {
    remove,
    add: () => {
      flushSync(() => edit(withItem))
      const last = itemsOf(store.read().orderForm).at(-1)
      if (last) focusLine(last.key, 'sku')
    },
    copyAbove: (key: number, column: LineColumn) => {
      flushSync(() => edit((orderForm) => withCopyOfAbove(orderForm, key, column)))
      focusLine(key, column)
    },
    move: (key: number, by: -1 | 1, column: LineColumn) => {
      flushSync(() => edit((orderForm) => withMoved(orderForm, key, by)))
      focusLine(key, column)
    },
    merge: (key: number) => {
      const duplicate = duplicateOf(store.read().orderForm, key)
      flushSync(() => edit((orderForm) => withMerged(orderForm, key, false)))
      if (duplicate) focusLine(duplicate.key, 'quantity')
    },
    keepDuplicate: (key: number) => {
      flushSync(() => edit((orderForm) => withLine(orderForm, key, { isDuplicateConfirmed: true })))
      focusLine(key, 'quantity')
    },
    /** Moves to the same column of the next or previous line. */
    walk: (key: number, by: -1 | 1, column: LineColumn) => {
      const next = adjacentLine(store.read().orderForm, key, by)
      if (next) focusLine(next.key, column)
    },
  }
}

/** SKU and quantity of a line, for a toast. */
function lineText({ sku, quantity }: Line): string {
  return sku ? `${sku.code} × ${quantity}` : 'Empty line'
}

/** Removes all lines of a SKU; the toast has Undo. */
export function removeSku(store: OrderFormStore, skuId: number): void {
  const before = store.read().orderForm
  const removed = before.lines.filter(({ sku }) => sku?.id === skuId)
  flushSync(() => store.edit((orderForm) => withoutSku(orderForm, skuId)))
  const after = store.read().orderForm
  const last = itemsOf(after).at(-1)
  if (last) focusLine(last.key, 'sku')
  const undo = () => {
    // Without later edits, restores the previous form, which also removes the empty placeholder
    // line.
    flushSync(() =>
      store.edit((current) => (current === after ? before : withItemsOf(current, before))),
    )
    if (removed[0]) focusLine(removed[0].key, 'sku')
  }
  const title = removed.length === 1 ? 'Line removed' : `${removed.length} lines removed`
  const action = offerUndo(undo, isSameForm(store))
  notify({ title, text: removed.map(lineText).join(', '), action })
}

/** The toast of a removed line, with Undo. */
function notifyLineRemoved(store: OrderFormStore, line: Line, index: number): void {
  const undo = () => {
    flushSync(() => store.edit((orderForm) => withRestored(orderForm, line, index)))
    focusLine(line.key, 'sku')
  }
  const action = offerUndo(undo, isSameForm(store))
  notify({ title: 'Line removed', text: lineText(line), action })
}
