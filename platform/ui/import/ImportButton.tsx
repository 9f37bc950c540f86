import { FileUp } from 'lucide-react'
import type { ListState } from '#platform/web/list-search.ts'
import { Button } from '../Button.tsx'

/** Opens the import over a list, by its address. */
export function ImportButton({ list }: { list: ListState }) {
  return (
    <Button icon={FileUp} onClick={() => list.change({ view: 'import' }, 'push')}>
      Import CSV
    </Button>
  )
}
