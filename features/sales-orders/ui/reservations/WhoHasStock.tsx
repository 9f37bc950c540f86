import { useState } from 'react'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { SalesOrderItem } from '../../contract.ts'

const ReservationsPanel = lazyPart(
  async () => (await import('./ReservationsPanel.tsx')).ReservationsPanel,
)

/** A button at a short line that shows which orders have the units it waits for. */
export function WhoHasStock({ item }: { item: SalesOrderItem }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        aria-label={`Who has ${item.sku}? Line ${item.lineNo}`}
        className="-my-1 px-2"
        onClick={() => setIsOpen(true)}
      >
        Who has it?
      </Button>
      {isOpen && (
        <Dialog
          title={`Who has ${item.sku}`}
          description={item.name}
          size="wide"
          onClose={() => setIsOpen(false)}
        >
          <DialogBody>
            <ReservationsPanel skuId={item.skuId} toItemId={item.id} />
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}
