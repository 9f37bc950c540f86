import { Link2 } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { copyLink } from './copy-actions.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'

/** The button and shortcut that copy the URL of the current view, or of `path`. */
export function CopyLink({ path }: { path?: string | undefined }) {
  const copy = () => void copyLink(path)
  useShortcut('copyLink', copy)
  return <IconButton icon={Link2} label="Copy link" shortcut="copyLink" onClick={copy} />
}
