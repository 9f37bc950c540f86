import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nearestName } from './nearest-name.ts'
import { unknownFields } from './unknown-fields.ts'

const line = z.object({ skuId: z.int(), quantity: z.int(), manualPrice: z.optional(z.string()) })
const order = z.object({
  customerPO: z.optional(z.nullable(z.string())),
  items: z.optional(z.array(line)),
  notes: z.optional(z.pipe(z.transform(String), z.string())),
  kind: z.optional(
    z.union([z.object({ kind: z.literal('a'), a: z.int() }), z.object({ kind: z.literal('b') })]),
  ),
  free: z.optional(z.record(z.string(), z.unknown())),
})
const pathsOf = (value: unknown, ignored: string[] = []) =>
  unknownFields(order, value, new Set(ignored)).map(({ path }) => path)

test('reports an unknown field with the closest known name', () => {
  expect(unknownFields(order, { customerPo: 'PO-1' })).toEqual([
    {
      path: 'customerPo',
      message: 'Unknown field customerPo. Did you mean customerPO?',
      code: 'unknown-field',
    },
  ])
  const [found] = unknownFields(order, { items: [{ skuId: 1, quantity: 1, unitPrice: '1.00' }] })
  expect(found?.path).toBe('items.0.unitPrice')
  expect(found?.message).toBe('Unknown field unitPrice. Did you mean manualPrice?')
})

test('accepts known fields, free-form records and ignored fields', () => {
  const items = [{ skuId: 1, quantity: 2, id: 7 }]
  expect(pathsOf({ customerPO: null, items: [{ skuId: 1 }], notes: 5 })).toEqual([])
  expect(pathsOf({ free: { any: { thing: 1 } } })).toEqual([])
  expect(pathsOf({ id: 1, items }, ['id', 'items.id'])).toEqual([])
  expect(pathsOf({ id: 1, items }, ['items.id'])).toEqual(['id'])
})

test('checks a union against the option that fits', () => {
  expect(pathsOf({ kind: { kind: 'a', a: 1 } })).toEqual([])
  expect(pathsOf({ kind: { kind: 'b', a: 1 } })).toEqual(['kind.a'])
})

test('a non-object has no fields, and at most twenty are reported', () => {
  expect(pathsOf('text')).toEqual([])
  expect(pathsOf([{ a: 1 }])).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]))
  expect(pathsOf(many)).toHaveLength(20)
})

test.each([
  ['customer_po', 'customerPO'],
  ['custmerCode', 'customerCode'],
  ['unitPrice', 'manualPrice'],
  ['qty', undefined],
  ['x'.repeat(5000), undefined],
])('nearest to %s', (name, nearest) => {
  const known = ['customerPO', 'customerCode', 'manualPrice', 'skuId']
  expect(nearestName(name, known)).toBe(nearest)
})
