import { FileUp } from 'lucide-react'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../buttons/Button.tsx'

type ImportButtonProps = { list: ListState; whyNot: string | undefined }

/** Opens the import dialog over a list, through the URL. */
export function ImportButton({ list, whyNot }: ImportButtonProps) {
  return (
    <Button icon={FileUp} whyNot={whyNot} onClick={() => list.change({ view: 'import' }, 'push')}>
      Import CSV
    </Button>
  )
}
