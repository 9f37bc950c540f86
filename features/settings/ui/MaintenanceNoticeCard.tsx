import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readSettings } from '../contract.ts'

const MaintenanceNoticeForm = lazyPart(
  async () => (await import('./parts/MaintenanceNoticeForm.tsx')).MaintenanceNoticeForm,
)

/** The maintenance notice in force, and its form. */
export function MaintenanceNoticeCard() {
  const read = useRead(readSettings)
  const mayChange = useMay()('settings.manage')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="maintenance-notice" className="card grid gap-3 p-4">
      <h2 id="maintenance-notice" className="text-card">
        Maintenance notice
      </h2>
      <Loaded read={read} skeleton={<Skeleton className="h-6" />}>
        {({ maintenanceNotice }) => (
          <p className={maintenanceNotice === '' ? 'text-muted' : 'wrap-anywhere'}>
            {maintenanceNotice || 'No notice. A notice is shown to everyone in Notifications.'}
          </p>
        )}
      </Loaded>
      {mayChange && (
        <div>
          <Button onClick={() => setIsOpen(true)}>Change the notice</Button>
        </div>
      )}
      {isOpen && <MaintenanceNoticeForm onClose={() => setIsOpen(false)} />}
    </section>
  )
}
