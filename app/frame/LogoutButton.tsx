import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useSignOut } from '#features/auth/ui/use-sign-out.ts'
import { countUnsentOrders } from '#features/order-entry/ui/parts/count-unsent-orders.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const UnsentOrdersPrompt = lazyPart(
  async () => (await import('../offline/UnsentOrdersPrompt.tsx')).UnsentOrdersPrompt,
)

/** Signs out. Asks first if this device has, or may have, unsent orders: they would be deleted. */
export function LogoutButton({ isRail }: { isRail: boolean }) {
  const navigate = useNavigate()
  const { signOut, isBusy } = useSignOut()
  const [unsent, setUnsent] = useState<{ count: number | undefined }>()
  const requestSignOut = async () => {
    const count = await countUnsentOrders()
    if (count === 0) await signOut()
    else setUnsent({ count })
  }
  return (
    <>
      <Tooltip label="Logout">
        <button
          type="button"
          aria-label="Logout"
          disabled={isBusy}
          onClick={() => void requestSignOut()}
          className={clsx(
            'text-table flex h-10 shrink-0 items-center justify-center gap-1.5 rounded-control',
            'text-sidebar-muted hover:bg-sidebar-active hover:text-sidebar-text',
            isRail ? 'w-10' : 'px-2',
          )}
        >
          <LogOut aria-hidden size={18} strokeWidth={1.75} />
          {!isRail && 'Logout'}
        </button>
      </Tooltip>
      {unsent && (
        <UnsentOrdersPrompt
          count={unsent.count}
          isBusy={isBusy}
          onDiscard={() => void signOut()}
          onShow={() => {
            setUnsent(undefined)
            void navigate({ to: '/unsent-orders' })
          }}
          onClose={() => setUnsent(undefined)}
        />
      )}
    </>
  )
}
