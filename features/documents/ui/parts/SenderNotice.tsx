import { type ReactNode, useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { readSettings } from '#features/settings/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRead } from '#platform/web/api.ts'

const BusinessRules = lazyPart(
  async () => (await import('#features/settings/ui/parts/BusinessRules.tsx')).BusinessRules,
)

/** Warns before printing or sending if the company name is missing, with a link to enter it. */
export function SenderNotice() {
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!useHasNoSender()) return null
  const open = may('settings.manage') && (
    <Button size="small" onClick={() => setIsOpen(true)}>
      Business rules
    </Button>
  )
  return (
    <div className="no-print">
      <SenderAlert actions={open} />
      {isOpen && <BusinessRules onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/** The same inside a form, without the link, because it cannot open another form. */
export function SenderWarning() {
  return useHasNoSender() ? <SenderAlert /> : null
}

function SenderAlert({ actions }: { actions?: ReactNode }) {
  return (
    <Alert tone="warning" title="The document has no company name" actions={actions}>
      An administrator can enter it in Business rules.
    </Alert>
  )
}

function useHasNoSender(): boolean {
  const { data } = useRead(readSettings)
  return data?.companyName === ''
}
