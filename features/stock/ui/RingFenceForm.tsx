import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ringFenceForm, ringFenceStock, type RingFenceDetails } from '../contract.ts'

/** A SKU with its free units. */
export type RingFencedSku = { skuId: number; sku: string; available: number; ringFenced: number }

type RingFenceFormProps = {
  sku: RingFencedSku
  /** Undefined for another customer. */
  ringFence: RingFenceDetails | undefined
  onClose: () => void
}

/** Keeps units of a SKU for the orders of one customer, or changes how many. */
export function RingFenceForm({ sku, ringFence, onClose }: RingFenceFormProps) {
  const saving = useWrite(ringFenceStock, {
    success: 'Ring-fence saved',
    failure: 'Failed to ring-fence stock',
  })
  const { skuId, available, ringFenced } = sku
  const free = Math.max(0, available - ringFenced)
  return (
    <FormDialog
      title={ringFence ? `Ring-fence for ${ringFence.customerCode}` : `Ring-fence ${sku.sku}`}
      description={
        `${free.toLocaleString('en-US')} units are free and not ring-fenced. What orders of the ` +
        'customer hold counts toward the quantity.'
      }
      schema={ringFenceForm}
      values={valuesOf(ringFence)}
      toWire={toWire}
      size="small"
      submitLabel="Save"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        saving.run({ params: { id: skuId }, body, idempotencyKey })
      }
    >
      <div className="grid gap-4">
        {!ringFence && (
          <RecordField
            name="customerId"
            label="Customer *"
            search={findActiveCustomers}
            source="active-customers"
          />
        )}
        <UnitsField name="quantity" label="Quantity *" hint="0 ends the ring-fence" min={0} />
        <TextField
          name="reason"
          label="Reason *"
          hint="Shown in the history of the SKU and of the customer"
          suggestions={['Store opening', 'Agreed quantity', 'Promotion']}
        />
      </div>
    </FormDialog>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(ringFence: RingFenceDetails | undefined) {
  return {
    customerId: ringFence && choiceOf(ringFence),
    quantity: fieldText(ringFence?.quantity),
    reason: '',
  }
}

function choiceOf({ customerId, customerCode, customerName }: RingFenceDetails): Choice {
  return { id: customerId, code: customerCode, text: `${customerCode} - ${customerName}` }
}

function toWire({ customerId, quantity, reason }: Values) {
  // The schema rejects a missing customer (id 0) and an empty quantity.
  return {
    customerId: customerId?.id ?? 0,
    quantity: parseWholeNumber(quantity) as number,
    reason,
  }
}
