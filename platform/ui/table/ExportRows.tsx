import { Download } from 'lucide-react'
import { Button } from '../Button.tsx'
import { csvOf, download } from './all-rows.ts'
import type { Column } from './columns.ts'

type ExportRowsProps<Row> = {
  columns: readonly Pick<Column<Row>, 'id' | 'header' | 'text'>[]
  rows: readonly Row[]
  fileName: string
}

/** The rows of a report as a CSV file, where they are all on the screen. */
export function ExportRows<Row extends object>(props: ExportRowsProps<Row>) {
  const save = async () => {
    const columns = props.columns.map((column): Column<Row> => ({ ...column, cell: () => null }))
    download(await csvOf(columns, [[...props.rows]]), props.fileName)
  }
  return (
    <Button
      kind="ghost"
      size="small"
      icon={Download}
      className="no-print"
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  )
}
