import { Download, FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../buttons/Button.tsx'
import { IconButton } from '../../buttons/IconButton.tsx'
import type { Column } from '../columns.ts'
import type { FileKind } from './build-file.ts'
import { useExport } from './use-export.ts'

type ExportRowsProps<Row> = {
  columns: readonly Pick<Column<Row>, 'id' | 'header' | 'text' | 'align'>[]
  rows: readonly Row[]
  /** The file name without extension. */
  fileName: string
  /** More tools beside the export buttons. */
  children?: ReactNode
}

/** Exports the rows of a report, all of which are on the screen, as CSV or XLSX. */
export function ExportReportRows<Row extends object>(props: ExportRowsProps<Row>) {
  const columns = props.columns.map((column): Column<Row> => ({ ...column, cell: () => null }))
  const { run } = useExport<Row>({ name: props.fileName, columns })
  const save = (kind: FileKind) => run([[...props.rows]], kind)
  return (
    <div className="no-print flex items-center gap-1">
      <Button kind="ghost" size="small" icon={Download} onClick={() => void save('csv')}>
        Export CSV
      </Button>
      <IconButton icon={FileSpreadsheet} label="Export XLSX" onClick={() => void save('xlsx')} />
      {props.children}
    </div>
  )
}
