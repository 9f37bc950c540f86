import { Copy, Link2 } from 'lucide-react'
import { usualCols } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import { copyAddress, copyText } from './copy.ts'

/**
 * Copies the address of what is open: this one, or the path where it opens by itself. Columns and
 * page size of the list stand in it, also where they are the usual ones: readers have their own.
 */
export async function copyLink(path?: string): Promise<void> {
  await copyAddress(path ?? wholePath())
}

/** What the menu of a record ends with: its number and its link to take away. */
export function copyItems(noun: string, number: string, path?: string): MenuItem[] {
  const label = `Copy ${noun} number`
  return [
    { label, icon: Copy, startsGroup: true, run: () => void copyText(number) },
    { label: 'Copy link', icon: Link2, shortcut: 'copyLink', run: () => void copyLink(path) },
  ]
}

function wholePath(): string {
  const address = new URL(location.href)
  const { searchParams } = address
  if (!searchParams.has('cols')) searchParams.set('cols', usualCols)
  if (!searchParams.has('size')) searchParams.set('size', '10')
  return address.pathname + searchText(Object.fromEntries(searchParams))
}
