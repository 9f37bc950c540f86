import { useCallback, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'

/** Sends the shown total of the lines with the order, and refetches it after a rejection. */
export function useDisplayedTotal() {
  const total = useRef<string>(undefined)
  const [refusals, setRefusals] = useState(0)
  const onTotal = useCallback((now: string | undefined) => {
    total.current = now
  }, [])
  const saving = async <R>(save: (expectedTotal: string | undefined) => Promise<R>) => {
    try {
      return await save(total.current)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'total-changed') setRefusals((n) => n + 1)
      throw error
    }
  }
  return { refusals, hear: onTotal, saving }
}
