import { Maximize2, Minimize2, Pencil, Printer } from 'lucide-react'
import { copyLink } from '../buttons/copy-actions.ts'
import { CopyLink } from '../buttons/CopyLink.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { RecordDetails } from './record-details.ts'
import { NeighborNavigation } from './NeighborNavigation.tsx'

type RecordToolsProps = Pick<
  RecordDetails,
  'position' | 'onEdit' | 'path' | 'documentActions' | 'page'
>

/**
 * The tools in the header of a record, in its dialog and on its page. On a page, the link is copied
 * by the menu of actions or by its key.
 */
export function RecordTools(props: RecordToolsProps) {
  const { position, onEdit, page } = props
  const isPage = page?.isPage ?? false
  useShortcut('recordPage', () => page?.onToggle(), page !== undefined)
  useShortcut('copyLink', () => void copyLink(), isPage)
  return (
    <>
      {position && <NeighborNavigation {...position} />}
      {onEdit && <IconButton icon={Pencil} label="Edit" shortcut="recordEdit" onClick={onEdit} />}
      {page && (
        <IconButton
          icon={isPage ? Minimize2 : Maximize2}
          label={isPage ? 'Open as a dialog' : 'Open as a page'}
          shortcut="recordPage"
          className="max-md:hidden"
          onClick={page.onToggle}
        />
      )}
      {!isPage && <CopyLink path={props.path} />}
      <IconButton
        icon={Printer}
        label="Print"
        className="max-sm:hidden"
        onClick={() => window.print()}
      />
      {props.documentActions}
    </>
  )
}
