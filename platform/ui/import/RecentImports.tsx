import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'

/** An import in the list of recent ones, of any kind. */
export type RecentImport = {
  id: number
  madeAt: string
  madeBy: string | null
  fileName: string | null
  created: number
  updated: number
  undoneAt: string | null
  canUndo: boolean
}

type RecentImportsProps = {
  /** The endpoint that lists imports, and its query. */
  recent: { endpoint: Endpoint; query: object }
  /** Undoes an import; undefined if the kind has no undo. */
  undo: ((id: number) => Promise<void>) | undefined
}

/** The recent imports of this kind: when, who, file, result, and undo. */
export function RecentImports({ recent, undo }: RecentImportsProps) {
  const { endpoint, query } = recent
  const { data, error } = useRead(endpoint, { query: query as never })
  const [busy, setBusy] = useState<number>()
  const imports = data as readonly RecentImport[] | undefined
  if (error) return <Alert>{error.message}</Alert>
  if (!imports) return null
  const run = async (id: number) => {
    setBusy(id)
    await undo?.(id)
    setBusy(undefined)
  }
  return (
    <details className="rounded-card border border-line px-3 py-2">
      <summary className="text-body cursor-pointer">{`Recent imports (${imports.length})`}</summary>
      {imports.length === 0 ? (
        <p className="text-table mt-2 text-muted">No imports yet.</p>
      ) : (
        <table className="text-table mt-2 w-full">
          <thead>
            <tr className="border-b border-line text-left text-muted">
              {['When', 'Who', 'File', 'Result'].map((head) => (
                <th key={head} scope="col" className="px-2 py-1.5">
                  {head}
                </th>
              ))}
              <th scope="col" className="px-2 py-1.5">
                <span className="sr-only">Undo</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {imports.map((each) => (
              <tr key={each.id} className="border-b border-line">
                <td className="px-2 py-1.5">{formatMoment(each.madeAt)}</td>
                <td className="px-2 py-1.5">{each.madeBy ?? '—'}</td>
                <td className="min-w-24 px-2 py-1.5 break-all">{each.fileName ?? 'Pasted rows'}</td>
                <td className="px-2 py-1.5">{resultOf(each)}</td>
                <td className="px-2 py-1.5 text-right">
                  {each.canUndo && undo && (
                    <Button
                      size="small"
                      isOnce
                      icon={Undo2}
                      isBusy={busy === each.id}
                      onClick={() => void run(each.id)}
                    >
                      Undo
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

function resultOf({ created, updated, undoneAt }: RecentImport): string {
  const counts = [
    ...(created > 0 ? [`${created.toLocaleString('en-US')} created`] : []),
    ...(updated > 0 ? [`${updated.toLocaleString('en-US')} updated`] : []),
  ]
  return [...counts, ...(undoneAt ? ['undone'] : [])].join(', ') || 'no changes'
}
