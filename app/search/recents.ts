import { internalPath } from '#platform/web/internal-path.ts'
import type { Command } from './palette-commands.ts'
import { type Kind, kinds } from './find-hits.ts'
import { recall, remember } from '#platform/web/browser-storage.ts'

/** A stored recent: the address of a record or command, or the key of a command without one. */
type RecentEntry = { label: string; detail?: string; href?: string; key?: string }

const mostRecent = 10
const keyOf = (userId: number) => `prizm.palette.recent.${userId}`

/** The user's recent records and commands, latest first. */
export function recentCommands(userId: number, known: readonly Command[]): Command[] {
  return readRecents(userId).flatMap(({ label, detail, href, key }) => {
    const recentFields = { group: 'Recent' as const, key: `Recent ${href ?? key}` }
    const command = known.find((each) => each.key === key)
    if (href === undefined) return command ? [{ ...command, ...recentFields }] : []
    const record = recordAt(href)
    return [
      { ...recentFields, label, detail, href, isRecord: record !== undefined, icon: record?.icon },
    ]
  })
}

/** Adds a chosen command to the recents, except commands that apply only at that moment. */
export function addRecent(userId: number, command: Command): void {
  const { key, label, detail, href, skipsRecents = false } = command
  if (skipsRecents) return
  const entry: RecentEntry =
    href === undefined ? { label, key: key.replace(/^Recent /, '') } : { label, href }
  const isSame = (each: RecentEntry) => each.href === entry.href && each.key === entry.key
  const otherRecents = readRecents(userId).filter((each) => !isSame(each))
  const recents = [{ ...entry, ...(href && detail && { detail }) }, ...otherRecents]
  remember(keyOf(userId), recents.slice(0, mostRecent))
}

/** Adds the record at an address to the recents, labeled with the text its screen provides. */
export function rememberRecord(
  userId: number,
  { href, says: title }: { href: string; says: string },
): void {
  const record = recordAt(href)
  if (!record) return
  const { kind, icon, by, code } = record
  const words = title.split(' · ')
  const labelIndex = by === 'id' ? 0 : words.indexOf(code)
  const label = words[labelIndex]
  if (label === undefined) return
  const detail = [kind, ...words.slice(labelIndex + 1)].join(' · ')
  const known = { key: record.href, href: record.href, icon }
  addRecent(userId, { ...known, group: 'Recent', label, detail })
}

/**
 * The record that an address opens, with a canonical address: list filters and the open tab are
 * dropped. Undefined if the address opens no record.
 */
export function recordAt(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://prizm')
  const code = searchParams.get('open')
  if (!code) return undefined
  const isOfScreen = ({ path, begins }: Kind) => {
    const screen = new URL(path, 'http://prizm')
    if (screen.pathname !== pathname) return false
    if (begins) return code.startsWith(begins)
    const tab = screen.searchParams.get('tab')
    return tab === null || tab === searchParams.get('tab')
  }
  const found = Object.values(kinds).find(isOfScreen)
  return found && { ...found, code, href: found.path + encodeURIComponent(code) }
}

function readRecents(userId: number): RecentEntry[] {
  const stored = recall(keyOf(userId))
  if (!Array.isArray(stored)) return []
  const isText = (value: unknown) => typeof value === 'string'
  const isOfPage = (href: string) => internalPath(href, location.origin) !== undefined
  return stored.filter((each) => {
    const isPlace = isText(each?.href) ? isOfPage(each.href) : isText(each?.key)
    return isText(each?.label) && isPlace
  })
}
