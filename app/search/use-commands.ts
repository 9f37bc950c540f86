import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { useSignOut } from '#features/auth/ui/use-sign-out.ts'
import {
  countUnsentOrders,
  unsentText,
} from '#features/order-entry/ui/parts/count-unsent-orders.ts'
import { topicOfScreen } from '#features/help/screens.ts'
import { type SavedView, listViews } from '#features/views/contract.ts'
import { changeTo, screenOf } from '#features/views/rules.ts'
import { useCurrentCommands } from '#platform/ui/menu/screen-commands.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { searchText } from '#platform/web/query-string.ts'
import { pages, furtherPages } from '../menu.tsx'
import {
  type PaletteQuery,
  type Command,
  linkTo,
  matching,
  offeredCommands,
  pageCommands,
  settingCommands,
} from './palette-commands.ts'
import { recentCommands } from './recents.ts'

const extras = queryOptions({
  queryKey: ['report-and-help-commands'],
  queryFn: () => import('./report-and-help-commands.ts'),
  staleTime: Infinity,
  networkMode: 'always',
  structuralSharing: false,
})

type CommandOptions = {
  query: PaletteQuery
  /** Only actions on the open record. */
  isOfRecord: boolean
  onShortcuts: () => void
}

/** The palette's commands for a text, without the records found by the server. */
export function useCommands({ query, isOfRecord, onShortcuts }: CommandOptions) {
  const client = useQueryClient()
  const may = useMay()
  const { data: me } = useMe()
  const { pathname } = useLocation()
  const requestSignOut = useSignOutRequest()
  const offered = matching(offeredCommands(useCurrentCommands()), query)
  const { data: views = [] } = useRead(listViews, { query: {} })
  const { data: more } = useQuery(extras)
  const helps: Command[] = [
    {
      key: 'Help keys',
      group: 'Help',
      label: 'Keyboard shortcuts',
      keys: keysOf('keySheet'),
      run: onShortcuts,
    },
    {
      ...linkTo('Help', 'Help for this screen', `/help#${topicOfScreen(pathname)}`),
      keys: keysOf('help'),
    },
  ]
  const known = [
    ...pageCommands(may),
    ...(more?.reportCommands(may) ?? []),
    ...views.map(viewCommand),
    ...settingCommands(() => void requestSignOut()),
    ...helps,
  ]
  const isEmptyQuery = query.text === '' && query.mode === 'all'
  const found = [
    ...offered,
    ...(isEmptyQuery && me ? recentCommands(me.id, known) : []),
    ...matching(known, query),
    ...(more?.topicCommands(query) ?? []),
  ]
  /** Commands whose code is loaded on demand. */
  const readMore = async () => {
    const { reportCommands, topicCommands } = await client.fetchQuery(extras)
    return [...matching(reportCommands(may), query), ...topicCommands(query)]
  }
  return { found: isOfRecord ? offered : found, readMore }
}

/** Signs out, unless this device has unsent orders, which would be lost: then it shows them. */
function useSignOutRequest(): () => Promise<void> {
  const { signOut } = useSignOut()
  const navigate = useNavigate()
  return async () => {
    const count = await countUnsentOrders()
    if (count === 0) return signOut()
    notify({
      title: 'You are still signed in',
      text: `${unsentText(count)}. Send or discard them first, or press Logout to delete them`,
      tone: 'danger',
    })
    await navigate({ to: '/unsent-orders' })
  }
}

/** A saved view of a list, shown on that list's tab. */
function viewCommand({ id, list, name, search, isMine, owner }: SavedView): Command {
  const { path, tab } = screenOf(list)
  const screen = [...pages, ...furtherPages].find((page) => page.path === path)?.label
  return {
    ...linkTo(
      'Saved views',
      name,
      path + searchText({ tab, ...changeTo(search, {}), view: String(id) }),
    ),
    detail: [screen, !isMine && owner].filter(Boolean).join(' · '),
  }
}
