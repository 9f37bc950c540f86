import * as z from 'zod/mini'
import { units } from '#platform/kernel/fields.ts'
import { TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { type Sku, adjustStock, readSku } from '../../contract.ts'
import { adjustedNotice, skuReads } from '../sku-screen.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = ReturnType<typeof valuesOf>

// The count is required, as in the API. The length of the reason is checked by the API only.
const countForm = z.object({ currentStock: units(0), stockReason: z.optional(z.string()) })

const commonReasons = ['Counted', 'Damaged', 'Lost', 'Found', 'Returned to vendor']

/** The form to enter a count; the difference becomes one movement. */
export function AdjustStock({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const count = useWrite(adjustStock, {
    refreshes: skuReads,
    success: adjustedNotice('SKU updated successfully'),
    failure: 'Failed to update SKU',
  })
  const { id, version, currentStock, reserved } = sku
  return (
    <FormDialog
      title={`Adjust stock for ${sku.sku}`}
      description={
        `${currentStock.toLocaleString('en-US')} on hand, ` +
        `${reserved.toLocaleString('en-US')} of them reserved.`
      }
      schema={countForm}
      values={valuesOf(sku)}
      toWire={toWire}
      submitLabel="Adjust stock"
      version={version}
      reread={async () => {
        const fresh = await send(readSku, { params: { id } })
        return { values: valuesOf(fresh), version: fresh.version }
      }}
      onClose={onClose}
      onSave={(body, attempt) => count.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <UnitsField
          name="currentStock"
          label="Counted Stock *"
          hint="The difference is posted as an adjustment. A later warehouse count overrides it"
        />
        <TextField
          name="stockReason"
          label="Reason"
          hint="Shown with the movement"
          suggestions={commonReasons}
        />
      </div>
    </FormDialog>
  )
}

function valuesOf(sku: Sku) {
  return { currentStock: String(sku.currentStock), stockReason: '' }
}

function toWire({ currentStock, stockReason }: Values) {
  // An empty count shows `Required`.
  return { currentStock: parseWholeNumber(currentStock) as number, stockReason }
}
