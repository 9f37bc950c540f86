import { RefreshCw } from 'lucide-react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { useReread } from '#platform/web/api.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { Reading } from './export/print-context.ts'

/** What a card without a toolbar was read from. */
export type CardRead = { endpoint: Endpoint; read: Reading & { isFetching: boolean } }

/** Reads what is shown again, and what sums over records beside it; R does the same. */
export function Refresh({ read }: Pick<CardRead, 'read'>) {
  const reread = useReread(read)
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
