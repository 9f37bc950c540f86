import type { ReactNode } from 'react'
import { late } from '#platform/ui/page/Late.tsx'
import { useMay } from './current-user.ts'
import type { Permission } from '../../rules.ts'

const NotForYou = late(async () => (await import('../NotForYou.tsx')).NotForYou)

type OnlyForProps = {
  permission: Permission
  /** Title of the protected dialog. */
  title: string
  onClose: () => void
  children: ReactNode
}

/** Renders its children if the user has the permission; otherwise names the roles that do. */
export function OnlyFor({ permission, title, onClose, children }: OnlyForProps) {
  const mayI = useMay()
  if (mayI(permission)) return children
  return <NotForYou {...{ permission, title, onClose }} />
}
