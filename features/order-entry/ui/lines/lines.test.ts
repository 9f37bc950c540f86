import { describe, expect, test } from 'vitest'
import { type ChosenSku, type OrderForm, emptyForm, isItem, itemsOf } from '../order-form.ts'
import {
  adjacentLine,
  contextsOf,
  duplicateOf,
  emptyLine,
  withAvailable,
  withCopyOfAbove,
  withFoundSkus,
  withItem,
  withLine,
  withMerged,
  withMoved,
  withPasted,
  withRestored,
  withScanned,
  withSku,
  withoutLine,
  withoutSku,
} from './lines.ts'

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

describe('the ghost line', () => {
  test('does not exist while the only item is empty', () => {
    expect(summarize(emptyForm())).toEqual(['empty×1'])
  })
  test('follows the last line that has a SKU, and is not an item', () => {
    const orderForm = formOf([1, '4'])
    expect(summarize(orderForm)).toEqual(['S-1×4', 'ghost×1'])
    expect(itemsOf(orderForm)).toHaveLength(1)
  })
  test('becomes an item once a SKU is selected, and a new ghost line follows', () => {
    const orderForm = withSku(formOf([1, '4']), 2, sku(2))
    expect(summarize(orderForm)).toEqual(['S-1×4', 'S-2×1', 'ghost×1'])
  })
  test('becomes an empty item with Add Item', () => {
    const orderForm = withItem(formOf([1, '4']))
    expect(summarize(orderForm)).toEqual(['S-1×4', 'empty×1'])
    expect(summarize(withItem(orderForm))).toEqual(['S-1×4', 'empty×1', 'empty×1'])
  })
  test('counts as an item while it has text, and not once cleared', () => {
    const typed = withLine(formOf([1, '4']), 2, { text: 'hex' })
    expect(itemsOf(typed)).toHaveLength(2)
    expect(itemsOf(withLine(typed, 2, { text: '' }))).toHaveLength(1)
  })
  test('is followed by another as soon as its code is looked up', () => {
    const lookingUp = withLine(formOf([1, '4']), 2, { text: 'S-2', isLookupRequested: true })
    expect(summarize(lookingUp)).toEqual(['S-1×4', 'empty×1', 'ghost×1'])
  })
})

describe('removal', () => {
  test('removes an item', () => {
    const orderForm = formOf([1, '4'], [2, '5'])
    expect(summarize(withoutLine(orderForm, keyAt(orderForm, 0)))).toEqual(['S-2×5', 'ghost×1'])
  })
  test('does not remove the last item, not counting the ghost line', () => {
    const orderForm = formOf([1, '4'])
    expect(withoutLine(orderForm, keyAt(orderForm, 0))).toBe(orderForm)
  })
  test('of a SKU removes all its lines, and adds an empty one if no other remains', () => {
    const orderForm = formOf([1, '4'], [2, '5'], [1, '6'])
    expect(summarize(withoutSku(orderForm, 1))).toEqual(['S-2×5', 'ghost×1'])
    expect(summarize(withoutSku(formOf([1, '4']), 1))).toEqual(['empty×1'])
  })
  test('can be undone at the original position', () => {
    const orderForm = formOf([1, '4'], [2, '5'])
    const [line] = orderForm.lines
    const without = withoutLine(orderForm, keyAt(orderForm, 0))
    expect(line && summarize(withRestored(without, line, 0))).toEqual(['S-1×4', 'S-2×5', 'ghost×1'])
  })
})

test('lines move among the items and stop at the ends', () => {
  const orderForm = formOf([1, '1'], [2, '2'], [3, '3'])
  expect(summarize(withMoved(orderForm, keyAt(orderForm, 1), -1))).toEqual([
    'S-2×2',
    'S-1×1',
    'S-3×3',
    'ghost×1',
  ])
  expect(withMoved(orderForm, keyAt(orderForm, 2), 1)).toBe(orderForm)
  expect(withMoved(orderForm, keyAt(orderForm, 0), -1)).toBe(orderForm)
})

describe('copying from above', () => {
  test('fills an empty line with SKU and quantity', () => {
    const orderForm = formOf([1, '4'])
    expect(summarize(withCopyOfAbove(orderForm, keyAt(orderForm, 1), 'sku'))).toEqual([
      'S-1×4',
      'S-1×4',
      'ghost×1',
    ])
  })
  test('copies one column of a line that is not empty', () => {
    const orderForm = formOf([1, '4'], [2, '5'])
    const quantity = withCopyOfAbove(orderForm, keyAt(orderForm, 1), 'quantity')
    expect(summarize(quantity)).toEqual(['S-1×4', 'S-2×4', 'ghost×1'])
    const both = withCopyOfAbove(orderForm, keyAt(orderForm, 1), 'sku')
    expect(summarize(both)).toEqual(['S-1×4', 'S-1×5', 'ghost×1'])
  })
  test('does nothing on the first line', () => {
    const orderForm = formOf([1, '4'])
    expect(withCopyOfAbove(orderForm, keyAt(orderForm, 0), 'sku')).toBe(orderForm)
  })
})

describe('the same SKU twice', () => {
  test('merges into the earlier line', () => {
    const orderForm = formOf([1, '4'], [2, '5'], [1, '6'])
    expect(duplicateOf(orderForm, keyAt(orderForm, 2))?.key).toBe(keyAt(orderForm, 0))
    const merged = withMerged(orderForm, keyAt(orderForm, 2), false)
    expect(summarize(merged)).toEqual(['S-1×10', 'S-2×5', 'ghost×1'])
  })
  test('by scanner increases the quantity, and its line becomes the ghost line again', () => {
    const orderForm = formOf([1, '4'], [1, '1'])
    const merged = withMerged(orderForm, keyAt(orderForm, 1), true)
    expect(summarize(merged)).toEqual(['S-1×5', 'ghost×1'])
    expect(keyAt(merged, 1)).toBe(keyAt(orderForm, 1))
  })
})

describe('a scanned code', () => {
  test('gets its own line after the line it was sent to', () => {
    const orderForm = formOf([1, '4'], [2, '5'])
    const scanned = withScanned(orderForm, keyAt(orderForm, 0), 'S-3')
    expect(summarize(scanned)).toEqual(['S-1×4', 'empty×1', 'S-2×5', 'ghost×1'])
    expect(scanned.lines[1]).toMatchObject({ key: orderForm.nextKey, text: 'S-3', isScanned: true })
  })
  test('replaces the ghost line it was sent to', () => {
    const orderForm = formOf([1, '4'])
    expect(summarize(withScanned(orderForm, keyAt(orderForm, 1), 'S-3'))).toEqual([
      'S-1×4',
      'empty×1',
      'ghost×1',
    ])
  })
})

describe('a code read by camera is typed into', () => {
  test('the first line of a new order', () => {
    expect(emptyLine(emptyForm())?.key).toBe(1)
  })
  test('the ghost line after items, also after one whose SKU is unknown', () => {
    const orderForm = formOf([1, '4'])
    expect(emptyLine(orderForm)?.key).toBe(keyAt(orderForm, 1))
    const entered = { text: 'X-1', isLookupRequested: true, isUnknown: true }
    const unknown = withLine(orderForm, keyAt(orderForm, 1), entered)
    expect(emptyLine(unknown)?.key).toBe(keyAt(unknown, 2))
  })
  test('no line while the last one has a text without Enter', () => {
    const orderForm = formOf([1, '4'])
    const typed = withLine(orderForm, keyAt(orderForm, 1), { text: 'X-1' })
    expect(emptyLine(typed)).toBeUndefined()
  })
})

test('reduces requested units to available ones, from the last line of the SKU up', () => {
  const orderForm = formOf([1, '4'], [2, '9'], [1, '6'])
  expect(summarize(withAvailable(orderForm, 1, 7))).toEqual(['S-1×4', 'S-2×9', 'S-1×3', 'ghost×1'])
  expect(summarize(withAvailable(orderForm, 1, 4))).toEqual(['S-1×4', 'S-2×9', 'ghost×1'])
})

test('neighbors of a line include the ghost line', () => {
  const orderForm = formOf([1, '4'])
  expect(adjacentLine(orderForm, keyAt(orderForm, 0), 1)?.key).toBe(keyAt(orderForm, 1))
  expect(adjacentLine(orderForm, keyAt(orderForm, 0), -1)).toBeUndefined()
})

describe('pasted lines', () => {
  const pasted = [
    { code: 'HX-1207', quantity: '12', price: '' },
    { code: 'NO-SUCH', quantity: '2.5', price: '4.10' },
  ]
  const cellsOf = (orderForm: OrderForm) =>
    orderForm.lines.map(({ text, quantity, price }) => [text, quantity, price])

  test('replace the empty line, each with its quantity and price', () => {
    const orderForm = emptyForm()
    const after = withPasted(orderForm, 1, pasted)
    expect(cellsOf(after)).toEqual([
      ['HX-1207', '12', ''],
      ['NO-SUCH', '2.5', '4.10'],
      ['', '1', ''],
    ])
    expect(after.lines.map(({ isQuantityInvalid = false }) => isQuantityInvalid)).toEqual([
      false,
      true,
      false,
    ])
    expect(itemsOf(after)).toHaveLength(2)
  })
  test('are inserted after a line that is not empty', () => {
    const orderForm = withLine(emptyForm(), 1, { text: 'hex' })
    expect(cellsOf(withPasted(orderForm, 1, pasted)).slice(0, 2)).toEqual([
      ['hex', '1', ''],
      ['HX-1207', '12', ''],
    ])
  })
})

test('a duplicate names the line of its SKU above, in an order of 500 lines too', () => {
  const ids = Array.from({ length: 500 }, (_, index) => (index === 499 ? 7 : index))
  const lines = withPasted(
    emptyForm(),
    1,
    ids.map((id) => ({ code: `S-${id}`, quantity: '1', price: '' })),
  )
  const found = new Map(lines.lines.slice(0, 500).map(({ key }, at) => [key, sku(ids[at] ?? 0)]))
  const orderForm = withFoundSkus(lines, found)
  expect(itemsOf(orderForm).map((line) => line.sku?.id)).toEqual(ids)
  const contexts = contextsOf(orderForm.lines)
  expect(contexts.map(({ duplicateLineNumber }) => duplicateLineNumber)).toEqual([
    ...Array.from({ length: 499 }, () => undefined),
    8,
    undefined,
  ])
  const last = orderForm.lines[499]?.key ?? 0
  const confirmed = withLine(orderForm, last, { isDuplicateConfirmed: true })
  expect(contextsOf(confirmed.lines)[499]?.duplicateLineNumber).toBeUndefined()
})

test('a line has the series of the code above, also while that is looked up', () => {
  const coded = (key: number, code: string) => ({ ...emptyForm().lines[0], key, text: code })
  const lines = ['abr1007', '1012', '', 'HX-12-B', '1013', 'f20'].map(
    (code, index) => coded(index + 1, code) as OrderForm['lines'][number],
  )
  const series = contextsOf(lines).map((context) => context.series)
  expect(series).toEqual([undefined, 'abr', 'abr', 'abr', undefined, undefined])
  const [first] = lines
  const chosen = { ...first, sku: { ...sku(1), code: 'FAS-1001' } } as OrderForm['lines'][number]
  expect(contextsOf([chosen, ...lines.slice(1)])[1]?.series).toBe('fas')
})

test('found SKUs are set together; a line that has one, or is removed, is left alone', () => {
  const orderForm = withPasted(formOf([1, '4']), 1, [
    { code: 'S-2', quantity: '2', price: '1.50' },
    { code: 'NO', quantity: '3', price: '' },
  ])
  const [first, second, third] = orderForm.lines
  const keys = [first, second, third].map((line) => line?.key ?? 0)
  const found = new Map([
    [keys[0] ?? 0, sku(9)],
    [keys[1] ?? 0, sku(2)],
    [999, sku(3)],
  ])
  const lines = withFoundSkus(orderForm, found).lines.slice(0, 3)
  expect(lines.map(({ sku: chosen, text, price }) => [chosen?.id, text, price])).toEqual([
    [1, '', ''],
    [2, '', '1.50'],
    [undefined, 'NO', ''],
  ])
})
