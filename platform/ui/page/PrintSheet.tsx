import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

type PrintSheetProps = {
  children: ReactNode
  /** It is there to be printed now, and goes when it has been. */
  isJob?: boolean
}

/**
 * A document for paper, which stands alone in print. It is drawn while the browser prints: what a
 * screen shows is not in the page twice.
 */
export function PrintSheet({ children, isJob = false }: PrintSheetProps) {
  const isPrinting = useIsPrinting()
  if (!isJob && !isPrinting) return null
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}

/** Whether the browser makes paper of the page. It does not wait, so paper is drawn at once. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const paper = matchMedia('print')
    const begin = () => flushSync(() => setIsPrinting(true))
    const look = () => flushSync(() => setIsPrinting(paper.matches))
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', look)
    paper.addEventListener('change', look)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', look)
      paper.removeEventListener('change', look)
    }
  }, [])
  return isPrinting
}
