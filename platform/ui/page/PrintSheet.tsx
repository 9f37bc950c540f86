import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

type PrintSheetProps = {
  children: ReactNode
  /** Rendered for a print job, and unmounted afterward. */
  isJob?: boolean
}

/**
 * A document for printing only, which hides the page in print. Rendered only while printing, so
 * that the DOM does not contain the content twice.
 */
export function PrintSheet({ children, isJob = false }: PrintSheetProps) {
  const isPrinting = useIsPrinting()
  if (!isJob && !isPrinting) return null
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}

/** True while the browser prints. Renders synchronously, because printing does not wait. */
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
