import { expect, test } from 'vitest'
import { catalog } from '#db/demo/catalog.ts'
import { singleMatch } from '#platform/ui/fields/use-combobox-choices.ts'
import { type ChosenSku, type OrderForm, emptyForm, itemsOf } from './order-form.ts'
import { contextsOf, withLine, withSku } from './lines/lines.ts'

// The keys of a phone order of five lines, with the codes of the demo data in short. The journey
// `e2e/journeys/phone-order.spec.ts` presses such keys in a browser.

const mostKeys = 66

const choice = (id: number, code: string): ChosenSku => ({
  id,
  code,
  text: code,
  barcode: null,
  name: code,
  unitOfMeasure: 'EA',
  price: '1.00',
  available: 100,
  searchResultIds: [id],
})
const customers = Array.from({ length: 245 }, (_, index) => choice(index, `C-${1001 + index}`))
const skus = catalog.flatMap((category, at) =>
  Array.from({ length: 90 }, (_, turn) =>
    choice(at * 90 + turn, `${category.code}-${1001 + turn}`),
  ),
)

/** The form after a SKU was typed in its last line, and Enter after its quantity. */
function withTyped(orderForm: OrderForm, typed: string, quantity: string): OrderForm {
  const line = orderForm.lines.at(-1)
  const key = line?.key ?? 0
  const { series } = contextsOf(orderForm.lines).at(-1) ?? {}
  const chosen = withSku(orderForm, key, singleMatch(typed, skus, series))
  return withLine(chosen, key, { quantity, isLookupRequested: true })
}

test('five lines by phone with the short codes of the demo data need at most 66 keys', () => {
  expect(singleMatch('1021', customers)?.code).toBe('C-1021')
  const lines = [
    ['abr1007', '10'],
    ['1012', '11'],
    ['1033', '12'],
    ['1061', '13'],
    ['1088', '14'],
  ] as const
  const orderForm = lines.reduce(
    (before, [typed, quantity]) => withTyped(before, typed, quantity),
    emptyForm(),
  )
  expect(itemsOf(orderForm).map(({ sku, quantity }) => [sku?.code, quantity])).toEqual([
    ['ABR-1007', '10'],
    ['ABR-1012', '11'],
    ['ABR-1033', '12'],
    ['ABR-1061', '13'],
    ['ABR-1088', '14'],
  ])
  const keys = [
    'ge',
    '1021',
    'Enter',
    'p',
    'Enter',
    '4500118822',
    'Enter',
    // Ctrl+Enter instead of the last Enter validates, and pressed again creates.
    ...lines.flatMap(([typed, quantity]) => [typed, 'Enter', quantity, 'Enter']),
    'Ctrl+Enter',
  ]
  const named = new Set(['Enter', 'Ctrl+Enter'])
  const count = keys.reduce((total, key) => total + (named.has(key) ? 1 : key.length), 0)
  expect(count).toBe(64)
  expect(count).toBeLessThanOrEqual(mostKeys)
})

test('five SKUs of different series are typed with the first letters and the number', () => {
  const typed = ['f1007', 'el1012', 'hn1033', 'sa1061', 'mat1088']
  expect(typed.map((text) => singleMatch(text, skus)?.code)).toEqual([
    'FAS-1007',
    'ELE-1012',
    'HND-1033',
    'SAF-1061',
    'MAT-1088',
  ])
  expect(singleMatch('1007', skus)).toBeUndefined()
})
