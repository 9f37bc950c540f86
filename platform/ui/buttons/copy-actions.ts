import { Copy, Link2 } from 'lucide-react'
import { defaultCols } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import { copyAddress, copyText } from './copy.ts'

/**
 * Copies the URL of the current view, or of `path`. The columns and page size of a list are always
 * included, even the defaults, because the recipient has other preferences.
 */
export async function copyLink(path?: string): Promise<void> {
  await copyAddress(path ?? fullPath())
}

/** The last items of a record's menu: copy its number and its link. */
export function copyItems(noun: string, number: string, path?: string): MenuItem[] {
  const label = `Copy ${noun} number`
  return [
    { label, icon: Copy, startsGroup: true, isMenuOnly: true, run: () => void copyText(number) },
    { label: 'Copy link', icon: Link2, shortcut: 'copyLink', run: () => void copyLink(path) },
  ]
}

function fullPath(): string {
  const address = new URL(location.href)
  const { searchParams } = address
  if (!searchParams.has('cols')) searchParams.set('cols', defaultCols)
  if (!searchParams.has('size')) searchParams.set('size', '10')
  return address.pathname + searchText(Object.fromEntries(searchParams))
}
