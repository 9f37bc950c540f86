import { useEffect, useState } from 'react'

const slowMs = 3000

/** True if something has been pending for longer than a user expects to wait. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  return isSlow && isPending
}
