import { FileInput } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const EdiImportDialog = lazyPart(
  async () => (await import('./EdiImportDialog.tsx')).EdiImportDialog,
)

/** Button that imports a partner's X12 file, next to manual order entry. */
export function EdiImportButton() {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay()('orders.import')) return null
  return (
    <>
      <Button size="small" icon={FileInput} onClick={() => setIsOpen(true)}>
        Import EDI
      </Button>
      {isOpen && <EdiImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
