import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A document for paper: nobody sees it on the screen, and in print it stands alone. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(<div className="print-sheet">{children}</div>, document.body)
}
