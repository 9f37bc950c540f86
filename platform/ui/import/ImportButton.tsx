import { FileUp } from 'lucide-react'
import type { ListState } from '#platform/web/list-search.ts'
import { Button } from '../buttons/Button.tsx'

type ImportButtonProps = { list: ListState; whyNot: string | undefined }

/** Opens the import over a list, by its address. */
export function ImportButton({ list, whyNot }: ImportButtonProps) {
  return (
    <Button icon={FileUp} whyNot={whyNot} onClick={() => list.change({ view: 'import' }, 'push')}>
      Import CSV
    </Button>
  )
}
