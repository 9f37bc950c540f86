import { RefreshCw } from 'lucide-react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { useRefetchList } from '#platform/web/api-hooks.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { Reading } from './export/report-print-context.ts'

/** The query of a card without a toolbar. */
export type CardRead = { endpoint: Endpoint; read: Reading & { isFetching: boolean } }

/** Refreshes the data of a card and the totals beside it; shortcut R. */
export function RefreshButton({ read }: Pick<CardRead, 'read'>) {
  const reread = useRefetchList(read)
  useShortcut('reload', () => void reread())
  return (
    <IconButton
      icon={RefreshCw}
      label="Refresh"
      shortcut="reload"
      isBusy={read.isFetching}
      onClick={() => void reread()}
    />
  )
}
