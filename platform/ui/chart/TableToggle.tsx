import { Button } from '../buttons/Button.tsx'
import { late } from '../page/Late.tsx'

/** What a chart shows as a table, loaded when it is first asked for. */
export const LateChartTable = late(async () => (await import('./ChartTable.tsx')).ChartTable)

type TableToggleProps = {
  isTable: boolean
  onTurn: (isTable: boolean) => void
  /** Why there is nothing to show either way. */
  whyNot?: string | undefined
}

/** Turns a chart into the same as a table, and back. */
export function TableToggle({ isTable, onTurn, whyNot }: TableToggleProps) {
  return (
    <Button size="small" kind="ghost" whyNot={whyNot} onClick={() => onTurn(!isTable)}>
      {isTable ? 'Show as chart' : 'Show as table'}
    </Button>
  )
}
