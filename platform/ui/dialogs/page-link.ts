import { Link2 } from 'lucide-react'
import { copyLink } from '../buttons/copy-actions.ts'
import type { MenuItem } from '../menu/Menu.tsx'

const linkLabel = 'Copy link'

/** The actions of a record's page, whose link opens the page instead of the dialog. */
export function withPageLink(items: readonly MenuItem[]): readonly MenuItem[] {
  return [...items.filter(({ label }) => label !== linkLabel), pageLink]
}

const pageLink: MenuItem = {
  label: linkLabel,
  icon: Link2,
  shortcut: 'copyLink',
  isMenuOnly: true,
  run: () => void copyLink(),
}
