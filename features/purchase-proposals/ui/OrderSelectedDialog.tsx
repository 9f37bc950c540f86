import { X } from 'lucide-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { listPurchaseOrders } from '#features/purchase-orders/contract.ts'
import { listRequisitions } from '#features/requisitions/contract.ts'
import { type PricedLine, useVendorPrice } from '#features/sourcing/ui/parts/use-vendor-price.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { typedHint } from '#platform/ui/form/fill-from-choice.ts'
import { MoneyField, SelectField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Address, useOpenAddress } from '#platform/web/screen-address.ts'
import { type Proposal, listProposals, orderProposals } from '../contract.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

type OrderSelectedDialogProps = {
  rows: readonly Proposal[]
  /** Clears the selection: ordered lines are no longer proposals. */
  clear: () => void
  onClose: () => void
  /** What the lines leave out, and why. */
  note?: string | undefined
}

type LineValues = PricedLine & {
  skuId: number
  sku: string
  name: string
  why: string
  incoming: number
  quantity: string
}
type Values = { as: 'orders' | 'requisition'; lines: LineValues[] }

const kinds = [
  { value: 'orders', label: 'Draft POs, one for each vendor' },
  { value: 'requisition', label: 'Requisition for approval' },
]

/** The chosen lines, editable before they become orders or a requisition. */
export function OrderSelectedDialog(props: OrderSelectedDialogProps) {
  const { rows, clear, onClose, note } = props
  const openAddress = useOpenAddress()
  const order = useWrite(orderProposals, {
    refreshes: [listProposals, listPurchaseOrders, listRequisitions],
    success: (made) => ({
      title: 'Success',
      text: made.requisition
        ? `Requisition ${made.requisition} awaits approval`
        : `Draft orders: ${made.purchaseOrders.join(', ')}`,
      action: { label: 'Open', run: () => void openAddress(addressOf(made)) },
    }),
    failure: 'Failed to order proposals',
  })
  const what = rows.length === 1 ? rows[0]?.sku : `${rows.length} proposals`
  return (
    <FormDialog
      title={`Order ${what}`}
      description="Review quantities and prices. Nothing is sent until approved."
      schema={orderProposals.body}
      values={valuesOf(rows)}
      toWire={toWire}
      size="form"
      submitLabel="Order"
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) => {
        await order.run({ body, idempotencyKey })
        clear()
      }}
    >
      {note && (
        <div className="mb-4">
          <Alert tone="info">{note}</Alert>
        </div>
      )}
      <div className="mb-4">
        <SelectField name="as" label="Create" options={kinds} />
      </div>
      <Lines />
    </FormDialog>
  )
}

type Made = { purchaseOrders: readonly string[]; requisition: string | null }

/**
 * Where the next step is: the requisition; the draft, as a page with its next step as a button; or
 * the list of drafts if there are more.
 */
function addressOf({ purchaseOrders, requisition }: Made): Address {
  if (requisition) return { to: '/requisitions', search: { open: requisition } }
  const [open, ...others] = purchaseOrders
  const isOne = open !== undefined && others.length === 0
  return { to: '/purchase-orders', search: isOne ? { open, full: '1' } : { 'f.status': 'draft' } }
}

function Lines() {
  const { control } = useFormContext<Values>()
  const { fields, remove } = useFieldArray({ control, name: 'lines' })
  return (
    <div className="grid gap-4">
      {fields.map((line, index) => (
        <div
          key={line.id}
          role="group"
          aria-label={line.sku}
          className="rounded-card border border-line p-3"
        >
          <div className="mb-2 flex items-start justify-between gap-2">
            <p className="min-w-0">
              <span className="numbers font-medium">{line.sku}</span>
              {` · ${line.name}`}
              <span className="text-caption numbers block font-normal text-muted">{line.why}</span>
            </p>
            <IconButton icon={X} isOnce label={`Skip ${line.sku}`} onClick={() => remove(index)} />
          </div>
          <Fields index={index} />
        </div>
      ))}
      {fields.length === 0 && <p className="text-muted">All lines are skipped.</p>}
    </div>
  )
}

function Fields({ index }: { index: number }) {
  const { control } = useFormContext<Values>()
  const name = `lines.${index}` as const
  const line = useWatch({ control, name })
  const { refillPrice, onType } = useVendorPrice<LineValues>(name, ({ skuId }) => skuId)
  const price = { value: line.unitPrice, fill: line.priceFill }
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 md:grid-cols-[1fr_7rem_9rem]">
      <div className="col-span-2 md:col-span-1">
        <RecordField
          name={`${name}.vendorId`}
          label="Vendor *"
          source="vendors"
          search={findActiveVendors}
          onChoice={refillPrice}
        />
      </div>
      <UnitsField name={`${name}.quantity`} label="Quantity *" min={1} />
      <MoneyField
        name={`${name}.unitPrice`}
        label="Unit Price"
        hint={typedHint(price, line.vendorId)}
        onType={onType}
      />
    </div>
  )
}

function valuesOf(rows: readonly Proposal[]): Values {
  return {
    as: 'orders',
    lines: rows.map((row) => ({
      skuId: row.id,
      sku: row.sku,
      name: row.name,
      why: proposalReason(row),
      incoming: row.incoming,
      vendorId: vendorOf(row),
      quantity: String(row.quantity),
      unitPrice: fieldText(row.unitPrice),
      priceFill: { from: vendorOf(row), value: fieldText(row.unitPrice) },
    })),
  }
}

function proposalReason({
  position,
  reorderPoint,
  coverDays,
  minimumQuantity,
  expired,
}: Proposal): string {
  return [
    `${position.toLocaleString('en-US')} available, including on order`,
    `reorder point ${reorderPoint}`,
    coverDays !== null && `${counted(coverDays, 'day')} left`,
    minimumQuantity > 1 && `min. qty ${minimumQuantity}`,
    expired && `certificate expired: ${expired}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function vendorOf({ vendorId, vendorCode: code, vendorName }: Proposal): Choice | undefined {
  return vendorId && code
    ? { id: vendorId, code, text: `${code} - ${vendorName ?? ''}` }
    : undefined
}

function toWire({ as, lines }: Values) {
  return {
    as,
    lines: lines.map(({ skuId, vendorId, quantity, unitPrice, incoming }) => ({
      skuId,
      vendorId: vendorId?.id ?? 0,
      quantity: parseWholeNumber(quantity) ?? 0,
      unitPrice: unitPrice || null,
      incoming,
    })),
  }
}
