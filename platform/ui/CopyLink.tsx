import { Link2 } from 'lucide-react'
import { usualCols } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { IconButton } from './IconButton.tsx'
import { copyText } from './copy.ts'
import { useShortcut } from './shortcuts.ts'

/**
 * Copies the address of what is open: this one, or the path where it opens by itself. Columns and
 * page size of the list stand in it, also where they are the usual ones: readers have their own.
 */
export function CopyLink({ path }: { path?: string }) {
  const copy = () => {
    const address = path === undefined ? wholeAddress() : location.origin + path
    void copyText(address, 'The link opens exactly what you see')
  }
  useShortcut('copyLink', copy)
  return <IconButton icon={Link2} label="Copy link" shortcut="copyLink" onClick={copy} />
}

function wholeAddress(): string {
  const address = new URL(location.href)
  const { searchParams } = address
  if (!searchParams.has('cols')) searchParams.set('cols', usualCols)
  if (!searchParams.has('size')) searchParams.set('size', '10')
  return address.origin + address.pathname + searchText(Object.fromEntries(searchParams))
}
