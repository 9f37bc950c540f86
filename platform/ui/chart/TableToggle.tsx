import { Button } from '../buttons/Button.tsx'
import { lazyPart } from '../page/LazyPart.tsx'

/** The table view of a chart, lazy-loaded. */
export const LazyChartTable = lazyPart(async () => (await import('./ChartTable.tsx')).ChartTable)

type TableToggleProps = {
  isTable: boolean
  onTurn: (isTable: boolean) => void
  /** Why there is no data to show. */
  whyNot?: string | undefined
}

/** Switches between chart and table view. */
export function TableToggle({ isTable, onTurn, whyNot }: TableToggleProps) {
  return (
    <Button size="small" kind="ghost" whyNot={whyNot} onClick={() => onTurn(!isTable)}>
      {isTable ? 'Show as chart' : 'Show as table'}
    </Button>
  )
}
