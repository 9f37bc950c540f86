import type { ReactNode } from 'react'
import type { RecordPageState } from '#platform/web/list-state.ts'
import { copyLink } from '../buttons/copy-actions.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import { useScreenCommands } from '../menu/screen-commands.ts'
import type { Tab } from '../menu/Tabs.tsx'
import type { Renewal } from '../notices/RefreshFailed.tsx'
import { hasNeighbor, type Position } from './NeighborNavigation.tsx'

/** What a record shows, in a dialog over its list or as a page. */
export type RecordDetails = {
  /** The title of the dialog, or the record's name. */
  title: ReactNode
  subtitle?: ReactNode
  /** True if `title` is the kind of record; a record page then uses the subtitle as its title. */
  isTitleKind?: boolean
  badge?: ReactNode
  position?: Position | undefined
  onEdit?: (() => void) | undefined
  /** More actions of the record. */
  actions?: { label: string; items: readonly MenuItem[]; button: ReactNode }
  /** Other outputs of the record, beside the print button. */
  documentActions?: ReactNode
  /** The actions that are also buttons in the footer of the dialog. */
  steps?: readonly MenuItem[]
  /** The path of the record, if it is not the current URL. */
  path?: string | undefined
  tabs: readonly Tab[]
  tab: string | undefined
  onTab: (id: string) => void
  onClose: () => void
  isLoading?: boolean
  /** The query state of the record, for a notice if a refresh failed. */
  renewal?: Renewal
  /** Whether the record is a page; undefined if it can only be a dialog. */
  page?: RecordPageState | undefined
}

/** The shortcuts and palette commands of an open record. */
export function useRecordCommands(props: RecordDetails): void {
  const { title, subtitle, onEdit, tabs, onTab } = props
  useShortcut('recordEdit', () => onEdit?.(), onEdit !== undefined)
  useShortcut('recordTab', ({ key }) => {
    const chosen = tabs[Number(key) - 1]
    if (chosen) onTab(chosen.id)
  })
  const sentence = [title, subtitle].filter((each) => typeof each === 'string').join(' · ')
  useScreenCommands(
    props.isLoading ? undefined : { of: 'record', subject: sentence, items: offeredIn(props) },
  )
}

/** The commands of the record: those of the header and the menu, and its tabs. */
function offeredIn(props: RecordDetails): MenuItem[] {
  const { onEdit, actions, tabs, onTab, position, path, page } = props
  const copies = actions?.items.some(({ label }) => label === 'Copy link') ?? false
  const step = (by: number) => (position ? hasNeighbor(position, by) : false)
  const moveBy = (by: number) => position?.goTo(position.index + by)
  const copy = { label: 'Copy link', shortcut: 'copyLink', run: () => void copyLink(path) } as const
  const next = { label: 'Next record', shortcut: 'recordNext', run: () => moveBy(1) } as const
  const before = {
    label: 'Previous record',
    shortcut: 'recordBefore',
    run: () => moveBy(-1),
  } as const
  return [
    ...(onEdit ? [{ label: 'Edit', shortcut: 'recordEdit' as const, run: onEdit }] : []),
    ...(actions?.items ?? []),
    ...(page
      ? [
          {
            label: page.isPage ? 'Open as a dialog' : 'Open as a page',
            shortcut: 'recordPage' as const,
            run: page.onToggle,
          },
        ]
      : []),
    { label: 'Print', run: () => window.print() },
    ...(copies ? [] : [copy]),
    ...tabs.map(({ id, label }) => ({ label: `Show ${label}`, run: () => onTab(id) })),
    ...(step(1) ? [next] : []),
    ...(step(-1) ? [before] : []),
  ]
}
