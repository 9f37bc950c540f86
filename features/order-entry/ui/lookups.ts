import type { QueryClient } from '@tanstack/react-query'
import type { ChosenSku } from './order-form.ts'
import { findSkus } from './find-choices.ts'

/** Tracks pending customer and SKU lookups. */
export type Lookups = ReturnType<typeof createLookups>

export function createLookups(client: QueryClient) {
  const open = new Set<Promise<unknown>>()
  const wait = (end: Promise<unknown>) => {
    open.add(end)
    void end.finally(() => open.delete(end)).catch(() => undefined)
  }
  return {
    wait,
    /** Resolves once no lookup is pending. */
    settled: async () => {
      while (open.size > 0) await Promise.allSettled(open)
    },
    /**
     * Finds a SKU by exact code or barcode; passes undefined to `hear` if there is none, and calls
     * `fail` if the request failed.
     */
    findSku: (
      code: string,
      hear: (sku: ChosenSku | undefined) => void,
      fail = () => hear(undefined),
    ) => {
      const wanted = code.toLowerCase()
      const isIt = (known: string | null) => known?.toLowerCase() === wanted
      const found = client
        .fetchQuery({
          queryKey: ['choices', 'order-skus', wanted],
          queryFn: ({ signal }) => findSkus(code, signal),
          staleTime: 30_000,
        })
        .then((skus) => hear(skus.find((sku) => isIt(sku.code) || isIt(sku.barcode))), fail)
      wait(found)
    },
  }
}
