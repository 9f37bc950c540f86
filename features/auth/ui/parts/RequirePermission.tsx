import type { ReactNode } from 'react'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useMay } from './current-user.ts'
import type { Permission } from '../../rules.ts'

const PermissionDenied = lazyPart(
  async () => (await import('../NoPermissionDialog.tsx')).NoPermissionDialog,
)

type OnlyForProps = {
  permission: Permission
  /** Title of the protected dialog. */
  title: string
  onClose: () => void
  children: ReactNode
}

/** Renders its children if the user has the permission; otherwise names the roles that do. */
export function RequirePermission({ permission, title, onClose, children }: OnlyForProps) {
  const hasPermission = useMay()
  if (hasPermission(permission)) return children
  return <PermissionDenied {...{ permission, title, onClose }} />
}
