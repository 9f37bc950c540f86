import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'

type PrintSheetProps = {
  children: ReactNode
  /** Rendered for a print job, and unmounted afterward. */
  isJob?: boolean
  /** The file name that the browser suggests, if the user prints to a file. */
  fileName?: string | undefined
}

/**
 * A document for printing only, which hides the page in print. Rendered only while printing, so
 * that the DOM does not contain the content twice.
 */
export function PrintSheet({ children, isJob = false, fileName }: PrintSheetProps) {
  const isPrinting = useIsPrinting()
  useTitleWhilePrinting(fileName)
  if (!isJob && !isPrinting) return null
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}

/** True while the browser prints. Renders synchronously, because printing does not wait. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const printMedia = matchMedia('print')
    const begin = () => flushSync(() => setIsPrinting(true))
    const update = () => flushSync(() => setIsPrinting(printMedia.matches))
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', update)
    printMedia.addEventListener('change', update)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', update)
      printMedia.removeEventListener('change', update)
    }
  }, [])
  return isPrinting
}

/** Browsers name the file after the page. */
function useTitleWhilePrinting(fileName: string | undefined): void {
  useEffect(() => {
    if (!fileName) return
    const pageTitle = document.title
    const begin = () => (document.title = fileName)
    const end = () => (document.title = pageTitle)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      end()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [fileName])
}
