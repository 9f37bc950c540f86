import { describe, expect, test } from 'vitest'
import { type ChosenSku, type OrderForm, emptyForm, isItem } from '../order-form.ts'
import { withItem, withLine, withPasted, withSku, withoutAdded } from './lines.ts'

const sku = (id: number): ChosenSku => ({
  id,
  code: `S-${id}`,
  text: `S-${id} - Thing ($1.00)`,
  barcode: null,
  name: 'Thing',
  unitOfMeasure: 'EA',
  price: '1.00',
  available: 10,
  searchResultIds: [id],
})

/** A form with these lines and a ghost line: `[[1, '4'], [2, '1']]`. */
function formOf(...entries: [id: number, quantity: string][]): OrderForm {
  return entries.reduce((orderForm, [id, quantity]) => {
    const last = orderForm.lines.at(-1)?.key ?? 0
    return withLine(withSku(orderForm, last, sku(id)), last, { quantity })
  }, emptyForm())
}

const summarize = (orderForm: OrderForm) =>
  orderForm.lines.map(
    (line) => `${line.sku?.code ?? (isItem(line) ? 'empty' : 'ghost')}×${line.quantity}`,
  )
const keyAt = (orderForm: OrderForm, place: number) => orderForm.lines[place]?.key ?? 0

describe('Undo of lines added at once', () => {
  const rows = ['S-7', 'S-8'].map((code) => ({ code, quantity: '1', price: '' }))

  test('restores the lines of before', () => {
    const before = formOf([1, '4'])
    const after = withPasted(before, keyAt(before, 1), rows)
    expect(withoutAdded(after, { before, after, count: 2 }).lines).toEqual(before.lines)
    const empty = emptyForm()
    const pasted = withPasted(empty, 1, rows)
    expect(withoutAdded(pasted, { before: empty, after: pasted, count: 2 }).lines).toEqual(
      empty.lines,
    )
  })
  test('leaves what was typed since', () => {
    const before = formOf([1, '4'])
    const after = withPasted(before, keyAt(before, 1), rows)
    const ghost = after.lines.at(-1)?.key ?? 0
    const typed = withSku(withLine(after, keyAt(after, 0), { quantity: '9' }), ghost, sku(3))
    expect(summarize(typed)).toEqual(['S-1×9', 'empty×1', 'empty×1', 'S-3×1', 'ghost×1'])
    const undone = withoutAdded(typed, { before, after, count: 2 })
    expect(summarize(undone)).toEqual(['S-1×9', 'S-3×1', 'ghost×1'])
  })
  test('puts lines back that others replaced, before what was typed since', () => {
    const before = formOf([1, '4'], [2, '5'])
    const copied = withSku(emptyForm(), 1, sku(6)).lines.slice(0, 1)
    const lines = copied.map((line) => ({ ...line, key: before.nextKey }))
    const after = { ...before, lines, nextKey: before.nextKey + 1 }
    const typed = withSku(withItem(after), after.nextKey, sku(3))
    expect(summarize(typed)).toEqual(['S-6×1', 'S-3×1', 'ghost×1'])
    const undone = withoutAdded(typed, { before, after, count: 1 })
    expect(summarize(undone)).toEqual(['S-1×4', 'S-2×5', 'S-3×1', 'ghost×1'])
  })
})
