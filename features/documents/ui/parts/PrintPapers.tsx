import { useEffect, useEffectEvent } from 'react'
import { PaperSheet } from './PaperSheet.tsx'
import type { Paper } from '../../paper.ts'

/** Prints documents as one job, each on pages of its own. */
export function PrintPapers({ papers, onDone }: { papers: readonly Paper[]; onDone: () => void }) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const end = () => done()
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
  return <PaperSheet papers={papers} isJob />
}
