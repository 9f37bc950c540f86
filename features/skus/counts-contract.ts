import * as z from 'zod/mini'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/bulk.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { code, optionalText, units } from '#platform/kernel/fields.ts'

export const countColumns = [
  { name: 'sku', label: 'SKU', isRequired: true },
  { name: 'counted', label: 'Counted', kind: 'count', isRequired: true },
  { name: 'reason', label: 'Reason' },
] as const satisfies readonly ImportColumn[]

/** The most SKUs that one file adjusts: they are locked while it is booked. */
export const mostCounted = 1000

/** A row of a stock count: how many units of a SKU lie there. */
export const countRow = z.object({
  sku: code(50),
  counted: units(0),
  reason: optionalText(200),
})
export type CountRow = z.output<typeof countRow>

export const importCounts = endpoint('POST', '/api/skus/counts/import', {
  permission: 'skus.importCount',
  query: z.extend(z.pick(importQuery, { dryRun: true, decimal: true, fileName: true }), {
    seen: z.optional(z.coerce.number().check(z.int())),
  }),
  body: csvBody,
  takes: 'text/csv',
  returns: importOutcome,
  summary:
    'Books a stock count by a CSV file, all of its rows or none; may only check it. What one ' +
    'person may not book alone waits for another, as each adjustment does. With the `seen` of a ' +
    'check it is refused where stock has moved since',
})
