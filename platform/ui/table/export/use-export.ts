import { useState } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { notify } from '../../notices/toast.ts'
import type { ListCall, Pages } from './read-all-rows.ts'
import type { ChosenRows } from './read-selected-rows.ts'
import type { Column } from '../columns.ts'
import type { FileKind } from './build-file.ts'

// The code that reads all rows and makes files is lazy-loaded.

/** Every row that matches a list query, page by page. */
export async function* matchingRows(endpoint: Endpoint, listCall: ListCall) {
  const { allRows } = await import('./read-all-rows.ts')
  yield* allRows(endpoint, listCall)
}

/** The selected rows. */
export async function selectedRows<Row extends { id: number }>(
  endpoint: Endpoint,
  listCall: ListCall,
  chosen: ChosenRows<Row>,
): Promise<readonly Row[]> {
  const { chosenRows } = await import('./read-selected-rows.ts')
  return chosenRows(endpoint, listCall, chosen)
}

/** Exports rows as a file with the shown columns and downloads it. */
export function useExport<Row extends object>(props: {
  name: string
  columns: readonly Column<Row>[]
}) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (pages: Pages<Row>, kind: FileKind = 'csv') => {
    setIsBusy(true)
    try {
      const { download, fileOf } = await import('./build-file.ts')
      download(await fileOf(kind, props.columns, pages), `${props.name}.${kind}`)
    } catch (failure) {
      const text = 'The export failed'
      notify({ title: 'Error', text, tone: 'danger', detail: String((failure as Error).message) })
    } finally {
      setIsBusy(false)
    }
  }
  const chosen = { label: 'Export', run: async (rows: readonly Row[]) => run([rows]) }
  return { isBusy, run, chosen }
}
