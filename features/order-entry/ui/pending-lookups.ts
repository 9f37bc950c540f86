import type { QueryClient } from '@tanstack/react-query'
import type { ChosenSku } from './order-form.ts'
import { findSkus, findSkusByCodes } from './find-customers-and-skus.ts'

/** Tracks pending customer and SKU lookups. */
export type Lookups = ReturnType<typeof createLookups>

export function createLookups(client: QueryClient) {
  const pending = new Set<Promise<unknown>>()
  const track = (promise: Promise<unknown>) => {
    pending.add(promise)
    void promise.finally(() => pending.delete(promise)).catch(() => undefined)
  }
  return {
    wait: track,
    /** Resolves once no lookup is pending. */
    settled: async () => {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
    /**
     * Finds a SKU by exact code or barcode; passes undefined to `hear` if there is none, and calls
     * `fail` if the request failed.
     */
    findSku: (
      code: string,
      onFound: (sku: ChosenSku | undefined) => void,
      fail = () => onFound(undefined),
    ) => {
      const normalized = code.toLowerCase()
      const matches = (candidate: string | null) => candidate?.toLowerCase() === normalized
      const found = client
        .fetchQuery({
          queryKey: ['choices', 'order-skus', normalized],
          queryFn: ({ signal }) => findSkus(code, signal),
          staleTime: 30_000,
        })
        .then(
          (skus) => onFound(skus.find((sku) => matches(sku.code) || matches(sku.barcode))),
          fail,
        )
      track(found)
    },
    /**
     * Finds the SKUs with these codes together, by lower-case code. A code without a SKU is missing
     * from the map, and all are if a request failed.
     */
    findSkusByCodes: (
      codes: readonly string[],
      onFound: (skus: ReadonlyMap<string, ChosenSku>) => void,
    ) => {
      const found = findSkusByCodes(codes).then(
        (skus) => onFound(new Map(skus.map((sku) => [sku.code.toLowerCase(), sku]))),
        () => onFound(new Map()),
      )
      track(found)
    },
  }
}
