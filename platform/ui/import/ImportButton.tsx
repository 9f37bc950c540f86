import { FileUp } from 'lucide-react'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../buttons/Button.tsx'

type ImportButtonProps = { list: ListState; mayImport: boolean }

/** Opens the import dialog over a list, through the URL; absent for users who may not import. */
export function ImportButton({ list, mayImport }: ImportButtonProps) {
  if (!mayImport) return null
  return (
    <Button icon={FileUp} onClick={() => list.change({ view: 'import' }, 'push')}>
      Import CSV
    </Button>
  )
}
