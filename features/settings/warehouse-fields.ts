import type { RuleField } from './rule-fields.ts'

/** The form fields of the page Warehouse. */
export const warehouseFields = {
  stockOnShort: {
    page: 'warehouse',
    section: 'Stock counts',
    kind: 'choice',
    label: 'Warehouse count below reserved stock',
    hint: 'The count is accepted either way. Orders at the warehouse keep their units.',
    example: '50 units are reserved and 40 counted: the newest pending orders lose 10, or none.',
    options: [
      { value: 'free', label: 'Release stock from the newest pending orders' },
      { value: 'tell', label: 'Notify only' },
    ],
  },
  countGuardPercent: {
    page: 'warehouse',
    section: 'Stock counts',
    kind: 'count',
    label: 'Hold counts that set more than this % of SKUs to zero',
    hint: 'Of the SKUs with stock, 0 to 100. A user confirms or discards the count.',
    example: 'With 20, a count that sets 30 of 100 SKUs to zero waits for a person.',
  },
  stockOldHours: {
    page: 'warehouse',
    section: 'Outdated counts',
    kind: 'count',
    label: 'Count is outdated after (hours)',
    hint: '0: never. Does not apply to SKUs never counted.',
    example: 'With 24, a count of yesterday at noon is outdated this afternoon.',
  },
  stockOldMeans: {
    page: 'warehouse',
    section: 'Outdated counts',
    kind: 'choice',
    label: 'Orders for SKUs with an outdated count',
    hint: 'Order Entry shows a warning either way.',
    example: 'An order for a SKU that was counted last week: created, or created on hold.',
    options: [
      { value: 'warn', label: 'Create order' },
      { value: 'hold', label: 'Create order on hold for stock' },
    ],
  },
} as const satisfies Record<string, RuleField>
