import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#platform/web/api-client.ts'
import { SelectField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  type Reallocation,
  reallocateStock,
  reallocationForm,
  type ReservedLine,
  type SkuReservations,
} from '../../contract.ts'
import { orderReads } from '../use-order-steps.ts'
import { ReallocationTrial, type TrialRequest } from './ReallocationTrial.tsx'

// The versions are those of the orders that the trial shows.
const typedForm = z.omit(reallocationForm, { fromVersion: true, toVersion: true })

type ReallocateDialogProps = {
  reservations: SkuReservations
  fromItemId: number
  /** The line that gets the units, if it is known. */
  toItemId: number | undefined
  onClose: () => void
}

/** Moves units from one order to another, after it has shown what both orders would have. */
export function ReallocateDialog(props: ReallocateDialogProps) {
  const { reservations, fromItemId, toItemId, onClose } = props
  const [trial, setTrial] = useState<Reallocation>()
  const reallocation = useWrite(reallocateStock, {
    refreshes: orderReads,
    success: ({ quantity, sku, to }) => ({
      title: 'Success',
      text: `${quantity} of ${sku} moved to ${to.orderNumber}`,
    }),
    failure: 'Failed to re-allocate stock',
  })
  const { lines, sku } = reservations
  const sources = lines.filter(({ whyNotFrom }) => whyNotFrom === null)
  const targets = lines.filter(({ whyNotTo }) => whyNotTo === null)
  return (
    <FormDialog
      title={`Re-allocate ${sku}`}
      description="Moves reserved units of one order to another. Nothing changes until you confirm."
      schema={typedForm}
      values={valuesOf(reservations, { fromItemId, toItemId })}
      toWire={toWire}
      submitLabel="Re-allocate"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) =>
        reallocation.run({ body: { ...body, ...versionsOf(trial, body) }, idempotencyKey })
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField name="fromItemId" label="From *" options={optionsOf(sources, 'reserved')} />
        <SelectField name="toItemId" label="To *" options={optionsOf(targets, 'backordered')} />
        <UnitsField name="quantity" label="Quantity *" min={1} />
        <TextField
          name="reason"
          label="Reason *"
          hint="Shown in the history of both orders"
          suggestions={['Promised earlier', 'More important customer', 'Complete shipment']}
        />
        <div className="md:col-span-2">
          <ReallocationTrial onTrial={setTrial} />
        </div>
      </div>
    </FormDialog>
  )
}

type Values = { fromItemId: string; toItemId: string; quantity: string; reason: string }

function valuesOf(
  { lines }: SkuReservations,
  ids: { fromItemId: number; toItemId: number | undefined },
): Values {
  const from = lines.find(({ itemId }) => itemId === ids.fromItemId)
  const to =
    lines.find(({ itemId }) => itemId === ids.toItemId) ??
    lines.find(({ whyNotTo, orderId }) => whyNotTo === null && orderId !== from?.orderId)
  const quantity = Math.min(from?.reserved ?? 0, to?.backordered ?? 0)
  return {
    fromItemId: String(ids.fromItemId),
    toItemId: to ? String(to.itemId) : '',
    quantity: quantity > 0 ? String(quantity) : '',
    reason: '',
  }
}

function toWire({ fromItemId, toItemId, quantity, reason }: Values) {
  return {
    fromItemId: Number(fromItemId),
    toItemId: Number(toItemId),
    // An empty quantity shows `Required`.
    quantity: parseWholeNumber(quantity) as number,
    reason,
  }
}

function optionsOf(lines: readonly ReservedLine[], units: 'reserved' | 'backordered') {
  return lines.map((line) => ({
    value: String(line.itemId),
    label: `${line.orderNumber} · ${line.customerCode} · ${line[units]} ${units}`,
  }))
}

/** The versions that the trial of exactly these units showed. Refuses units that were not tried. */
function versionsOf(trial: Reallocation | undefined, tried: TrialRequest) {
  const isTried =
    trial?.from.itemId === tried.fromItemId &&
    trial.to.itemId === tried.toItemId &&
    trial.quantity === tried.quantity
  if (trial && isTried) return { fromVersion: trial.from.version, toVersion: trial.to.version }
  throw new ApiError(0, 'Check what both orders would have, then confirm again')
}
