import { ChevronLeft, ChevronRight, Pencil, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../buttons/IconButton.tsx'
import { CopyLink } from '../buttons/CopyLink.tsx'
import { CommentRequest, useCommentKey } from '../keyboard/comment-key.ts'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'
import { Menu, type MenuItem } from '../menu/Menu.tsx'
import { RefreshFailed, type Renewal } from '../notices/RefreshFailed.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { type Tab, Tabs } from '../menu/Tabs.tsx'
import { copyLink } from '../buttons/copy-actions.ts'
import { useScreenCommands } from '../menu/screen-commands.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { countText } from '../table/count-text.ts'

/** The position of a record in its list, with navigation to its neighbors. */
export type Position = {
  index: number
  total: number
  /** The list has more than `total` records. */
  isAtLeast: boolean
  goTo: (index: number) => void
}

type DetailsDialogProps = {
  /** The title of the dialog, or the record's name. */
  title: ReactNode
  subtitle?: ReactNode
  badge?: ReactNode
  position?: Position | undefined
  onEdit?: (() => void) | undefined
  /** More actions of the record. */
  actions?: { label: string; items: readonly MenuItem[]; button: ReactNode }
  /** Other outputs of the record, beside the print button. */
  documentActions?: ReactNode
  /** The next steps, as buttons in the footer. */
  steps?: ReactNode
  /** The path of the record, if it is not the current URL. */
  path?: string | undefined
  tabs: readonly Tab[]
  tab: string | undefined
  onTab: (id: string) => void
  onClose: () => void
  isLoading?: boolean
  /** The query state of the record, for a notice if a refresh failed. */
  renewal?: Renewal
}

/** The details dialog of a record: number, status, neighbors, tabs. Esc and Back close it. */
export function DetailsDialog(props: DetailsDialogProps) {
  const { title, subtitle, badge, position, onEdit, actions, tabs, tab, onTab, onClose } = props
  useShortcut('recordEdit', () => onEdit?.(), onEdit !== undefined)
  useShortcut('recordTab', ({ key }) => {
    const chosen = tabs[Number(key) - 1]
    if (chosen) onTab(chosen.id)
  })
  const sentence = [title, subtitle].filter((each) => typeof each === 'string').join(' · ')
  useScreenCommands(
    props.isLoading ? undefined : { of: 'record', subject: sentence, items: offeredIn(props) },
  )
  const isCommentRequested = useCommentKey({ tabs, tab, onTab })
  return (
    <Dialog
      size="details"
      place="Details"
      onClose={onClose}
      description={subtitle ?? (props.isLoading && <Skeleton className="h-5 w-48 max-w-full" />)}
      title={<span className="numbers">{title}</span>}
      titleSuffix={badge}
      tools={
        <div className="no-print flex items-center">
          {position && <Neighbors {...position} />}
          {onEdit && (
            <IconButton icon={Pencil} label="Edit" shortcut="recordEdit" onClick={onEdit} />
          )}
          <CopyLink path={props.path} />
          <IconButton
            icon={Printer}
            label="Print"
            className="max-sm:hidden"
            onClick={() => window.print()}
          />
          {props.documentActions}
          {actions && (
            <Menu label={actions.label} items={actions.items}>
              {actions.button}
            </Menu>
          )}
        </div>
      }
    >
      <DialogBody>
        {props.renewal?.error && !props.isLoading && (
          <div className="mb-4">
            <RefreshFailed read={props.renewal} />
          </div>
        )}
        {props.isLoading ? (
          <DetailsSkeleton />
        ) : (
          <CommentRequest value={isCommentRequested}>
            <Tabs label="Details" tabs={tabs} open={tab} onOpen={onTab} shortcut="recordTab" />
          </CommentRequest>
        )}
      </DialogBody>
      {props.steps && <DialogFooter>{props.steps}</DialogFooter>}
    </Dialog>
  )
}

/** The commands of the record: those of the header and the menu, and its tabs. */
function offeredIn(props: DetailsDialogProps): MenuItem[] {
  const { onEdit, actions, tabs, onTab, position, path } = props
  const copies = actions?.items.some(({ label }) => label === 'Copy link') ?? false
  const step = (by: number) => (position ? hasNeighbor(position, by) : false)
  const moveBy = (by: number) => position?.goTo(position.index + by)
  return [
    ...(onEdit ? [{ label: 'Edit', shortcut: 'recordEdit' as const, run: onEdit }] : []),
    ...(actions?.items ?? []),
    { label: 'Print', run: () => window.print() },
    ...(copies
      ? []
      : [
          {
            label: 'Copy link',
            shortcut: 'copyLink' as const,
            run: () => void copyLink(path),
          },
        ]),
    ...tabs.map(({ id, label }) => ({ label: `Show ${label}`, run: () => onTab(id) })),
    ...(step(1)
      ? [
          {
            label: 'Next record',
            shortcut: 'recordNext' as const,
            run: () => moveBy(1),
          },
        ]
      : []),
    ...(step(-1)
      ? [
          {
            label: 'Previous record',
            shortcut: 'recordBefore' as const,
            run: () => moveBy(-1),
          },
        ]
      : []),
  ]
}

/** True if a record before or after it is known, or if the list may have more. */
function hasNeighbor({ index, total, isAtLeast }: Position, by: number): boolean {
  return index + by >= 0 && (isAtLeast || index + by < total)
}

function Neighbors(position: Position) {
  const { index, total, isAtLeast } = position
  const moveBy = (by: number) => {
    if (hasNeighbor(position, by)) position.goTo(index + by)
  }
  useShortcut('recordNext', () => moveBy(1))
  useShortcut('recordBefore', () => moveBy(-1))
  return (
    <div role="group" aria-label="Records" className="flex items-center">
      <IconButton
        icon={ChevronLeft}
        label="Previous record"
        shortcut="recordBefore"
        disabled={!hasNeighbor(position, -1)}
        onClick={() => moveBy(-1)}
      />
      <span className="text-table numbers whitespace-nowrap text-muted max-sm:hidden">
        {`${countText(index + 1)} of ${countText(total, isAtLeast)}`}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next record"
        shortcut="recordNext"
        disabled={!hasNeighbor(position, 1)}
        onClick={() => moveBy(1)}
      />
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-10 w-80 max-w-full" />
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="h-12" />
        ))}
      </div>
    </div>
  )
}
