import { Link2 } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { copyText } from './copy.ts'
import { useShortcut } from './shortcuts.ts'

/** Copies the address of what is open: this one, or the path where it opens by itself. */
export function CopyLink({ path }: { path?: string }) {
  const copy = () => {
    const address = path === undefined ? location.href : location.origin + path
    void copyText(address, 'The link opens exactly what you see')
  }
  useShortcut('copyLink', copy)
  return <IconButton icon={Link2} label="Copy link" shortcut="copyLink" onClick={copy} />
}
