import { clsx } from 'clsx'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Menu } from '#platform/ui/menu/Menu.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { shortcuts, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { rememberedLayout } from '#platform/ui/table/list-layout.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { SaveBar } from '../SaveBar.tsx'
import type { SavedView } from '../../contract.ts'
import {
  type ViewSearch,
  type ViewedList,
  changeTo,
  isUnfiltered,
  showsSame,
  defaultLayout,
  viewSearchOf,
} from '../../rules.ts'
import { useViews } from '../use-views.ts'

const ViewDialog = lazyPart(async () => (await import('../ViewDialog.tsx')).ViewDialog)

type ListViewsProps = {
  name: ViewedList
  list: ListState
  views: readonly BuiltInView[]
}

type Tab = { key: string; label: string; isOn: boolean; hint?: string; show: () => void }

/** The views above a list: built-in, own and shared. */
export function ListViews({ name, list, views }: ListViewsProps) {
  const saved = useViews(name)
  const [opened, setOpened] = useState<'new' | SavedView>()
  const now = viewSearchOf(list.search)
  const open = saved.all.find(({ id }) => String(id) === list.search.view)
  const isRead = open !== undefined && open.whyNot === undefined
  const isDirty = isRead && !showsSame(open.search, now, rememberedLayout(name))
  const show = (search: ViewSearch, view: string | undefined) =>
    list.change({ ...changeTo(search, list.search), view }, 'push')
  const builtIn = open ? undefined : builtInOf(views, now)
  useDefaultView(list, saved.isLoaded ? saved.all : undefined)
  const tabs: Tab[] = [
    ...views.map((view) => ({
      key: view.label,
      label: view.label,
      isOn: view === builtIn,
      // Keep the user's search, sort, columns and page size, unless an open view has set them.
      show: () => show({ ...(open ? {} : plainOf(now, builtIn)), ...searchOf(view) }, undefined),
    })),
    ...saved.all.map((view) => ({
      key: String(view.id),
      label: view.name,
      isOn: view === open,
      ...(!view.isMine && { hint: view.owner }),
      show: () => show(view.search, String(view.id)),
    })),
  ]
  useShortcut('viewTab', ({ key }) => tabs[Number(key) - 1]?.show())
  const isNew = !open && !isUnchanged(builtIn, now)
  return (
    <div className="no-print">
      <div className="mb-1 flex items-center gap-1 sm:mb-3 sm:compact:mb-0">
        <Tabs tabs={tabs} />
        {open?.isMine && (
          <Menu label={`View ${open.name}`} items={menuOf(open, saved, () => setOpened(open))}>
            <IconButton icon={Ellipsis} label={`Actions for the view ${open.name}`} />
          </Menu>
        )}
        {isNew && (
          <Button kind="ghost" size="small" icon={BookmarkPlus} onClick={() => setOpened('new')}>
            Save view
          </Button>
        )}
      </div>
      {open?.whyNot !== undefined && (
        <Alert>{`The view ${open.name} cannot be shown. ${open.whyNot}`}</Alert>
      )}
      {isDirty && (
        <SaveBar
          isMine={open.isMine}
          isBusy={saved.isBusy}
          onSave={() => void saved.change(open, { search: { ...defaultLayout, ...now } })}
          onSaveAs={() => setOpened('new')}
          onDiscard={() => show(open.search, String(open.id))}
        />
      )}
      {opened && (
        <ViewDialog
          list={name}
          search={opened === 'new' ? { ...defaultLayout, ...now } : opened.search}
          {...(opened !== 'new' && { view: opened })}
          onSaved={(view) => list.change({ view: String(view.id) })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  return (
    <nav aria-label="Views" className="scroll-x flex min-w-0 gap-1 overflow-x-auto p-0.5">
      {tabs.map(({ key, label, isOn, hint, show }, index) => (
        <button
          key={key}
          type="button"
          aria-pressed={isOn}
          data-keys={shortcuts.viewTab.keys[index]}
          onClick={show}
          className={clsx(
            'text-label h-9 shrink-0 rounded-control px-3 text-muted pointer-coarse:h-11',
            'hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-link',
          )}
        >
          {label}
          {hint && <span className="text-caption font-normal">{` · ${hint}`}</span>}
        </button>
      ))}
    </nav>
  )
}

function menuOf(
  view: SavedView,
  { change, remove }: ReturnType<typeof useViews>,
  edit: () => void,
) {
  return [
    { label: 'Rename or share', run: edit },
    {
      label: 'Open by default',
      checked: view.isDefault,
      run: () => void change(view, { isDefault: !view.isDefault }),
    },
    { label: 'Delete view', startsGroup: true, run: () => void remove(view) },
  ]
}

/** Filters as search parameters. */
function prefixed(filters: Readonly<Record<string, string>>): ViewSearch {
  return Object.fromEntries(Object.entries(filters).map(([key, value]) => [`f.${key}`, value]))
}

/** Only the filters. */
function filtersIn(search: ViewSearch): ViewSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => key.startsWith('f.')))
}

/** The filters of a built-in view and its own order, if it has one. */
function searchOf({ filters, sort }: BuiltInView): ViewSearch {
  return { ...prefixed(filters), ...(sort !== undefined && { sort }) }
}

/** The built-in view with these filters. */
function builtInOf(views: readonly BuiltInView[], now: ViewSearch): BuiltInView | undefined {
  return views.find(({ filters }) => showsSame(prefixed(filters), filtersIn(now)))
}

/** Whether a built-in view is shown as it is, so that there is nothing to save. */
function isUnchanged(view: BuiltInView | undefined, now: ViewSearch): boolean {
  if (!view) return false
  return showsSame(searchOf(view), now) || showsSame(prefixed(view.filters), now)
}

/**
 * Everything but the filters: search, sort, columns and page size. The order that belongs to the
 * built-in view shown is left out.
 */
function plainOf(search: ViewSearch, shown: BuiltInView | undefined): ViewSearch {
  const isOfView = shown?.sort !== undefined && search['sort'] === shown.sort
  return Object.fromEntries(
    Object.entries(search).filter(
      ([key]) => !key.startsWith('f.') && !(isOfView && key === 'sort'),
    ),
  )
}

/** Opens the user's default view when a list is opened without list state. */
function useDefaultView(list: ListState, views: readonly SavedView[] | undefined): void {
  const [mayOpen] = useState(() => isUnfiltered(list.search))
  const latest = useRef(list)
  const isDone = useRef(!mayOpen)
  useEffect(() => {
    latest.current = list
    // Do not apply the default view after the user has already changed something.
    const { cols: _, size: __, ...chosen } = list.search
    if (!isUnfiltered(chosen)) isDone.current = true
  })
  useEffect(() => {
    if (!views || isDone.current) return
    isDone.current = true
    const own = views.find(({ isDefault }) => isDefault)
    if (own) latest.current.change({ ...changeTo(own.search, {}), view: String(own.id) })
  }, [views])
}
