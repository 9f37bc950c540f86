import type { ReactNode } from 'react'
import { late } from '#platform/ui/page/Late.tsx'
import { useMay } from './current-user.ts'
import type { Permission } from '../../rules.ts'

const NotForYou = late(async () => (await import('../NotForYou.tsx')).NotForYou)

type OnlyForProps = {
  permission: Permission
  /** What would be opened. */
  title: string
  onClose: () => void
  children: ReactNode
}

/** What an address opens for who may; to anybody else it says whose it is, before all is typed. */
export function OnlyFor({ permission, title, onClose, children }: OnlyForProps) {
  const mayI = useMay()
  if (mayI(permission)) return children
  return <NotForYou {...{ permission, title, onClose }} />
}
