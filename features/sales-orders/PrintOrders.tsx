import { useEffect, useEffectEvent } from 'react'
import type { Paper } from '#features/documents/paper.ts'
import { PaperSheet } from '#features/documents/PaperSheet.tsx'

/** Papers for the warehouse, a page for each order, sent to the printer as one job. */
export function PrintOrders({ papers, onDone }: { papers: readonly Paper[]; onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  return <PaperSheet papers={papers} />
}
