import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import type { PrintContext } from '../table/export/report-print-context.ts'
import { notify } from '../notices/toast.ts'

/** Prints a report with all rows of its list, not only the current page. */
export function PrintReportButton({ paper }: Pick<PrintContext, 'paper'>) {
  const [isBusy, setIsBusy] = useState(false)
  const print = async () => {
    setIsBusy(true)
    try {
      await paper.fill()
      window.print()
    } catch (failure) {
      const detail = String((failure as Error).message)
      notify({ title: 'Error', text: 'The rows could not be loaded', tone: 'danger', detail })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={Printer} isBusy={isBusy} onClick={() => void print()}>
      Print
    </Button>
  )
}
