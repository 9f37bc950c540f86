import { Dialog } from '#platform/ui/dialogs/Dialog.tsx'
import { ColumnsStep } from '#platform/ui/import/ColumnsStep.tsx'
import { FileStep } from '#platform/ui/import/FileStep.tsx'
import { orderColumns } from '../../contract.ts'
import { ImportedOrders } from './ImportedOrders.tsx'
import {
  type OrderImportStep,
  recentOrders,
  useOrderImport,
  useUndoOrders,
} from './use-order-import.ts'

const options = { nouns: 'Orders', columns: orderColumns, sample: '/samples/orders-multi.csv' }

const descriptions: Record<OrderImportStep, string> = {
  file:
    'Rows with the same customer and customer PO form one order. ' +
    'Importing a file again is safe.',
  columns: 'Choose the field for each column of the file.',
  orders: 'Review each order. Correct rows here, and hold or skip orders.',
  done: 'The result of the import.',
}

/** Imports orders from a CSV file, with the same checks as a typed order. */
export function OrderImportDialog({ onClose }: { onClose: () => void }) {
  const current = useOrderImport()
  const { undo } = useUndoOrders()
  const { step, draft, checked } = current
  return (
    <Dialog
      title="Import orders"
      description={descriptions[step]}
      size="details"
      onClose={onClose}
      closesOutside={step === 'file' || step === 'done'}
    >
      {step === 'file' && (
        <FileStep options={options} current={current} before={{ recent: recentOrders, undo }} />
      )}
      {step === 'columns' && draft && (
        <ColumnsStep
          options={options}
          current={current}
          draft={draft}
          checkLabel="Check the orders"
        />
      )}
      {(step === 'orders' || step === 'done') && draft && checked && (
        <ImportedOrders
          current={current}
          draft={draft}
          orders={checked.orders}
          hasCorrections={checked.draft !== draft}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
