import { useEffect } from 'react'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { MoneyField, TextAreaField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useFormParts } from '#platform/ui/form/form-context.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { type InvoiceDetails, creditMemoForm } from '../../contract.ts'
import { useCreditAndRefundWrites } from '../use-credit-and-refund-writes.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

type Values = {
  invoiceId: number
  items: { invoiceLineId: number; quantity: string }[]
  goods: string
  tax: string
  restockingFee: string
  reason: string
  postedOn: string
}

type CreateCreditMemoProps = { invoice: InvoiceDetails; onClose: () => void }

/** Credits an invoice without a return: units or an amount, with a reason. */
export function CreateCreditMemo({ invoice, onClose }: CreateCreditMemoProps) {
  const { credit } = useCreditAndRefundWrites()
  const { id, invoiceNumber, total } = invoice
  const open = invoice.lines.filter(({ quantity, credited }) => quantity > credited)
  const values: Values = {
    invoiceId: id,
    items: open.map((line) => ({ invoiceLineId: line.id, quantity: '0' })),
    goods: '',
    tax: '',
    restockingFee: '',
    reason: '',
    postedOn: '',
  }
  return (
    <FormDialog
      title={`Credit ${invoiceNumber}`}
      description={
        `${formatDecimal(total)} was invoiced. Earlier credits reduce the amount that ` +
        'can be credited. Returned goods are credited by their return.'
      }
      schema={creditMemoForm}
      values={values}
      toWire={toWire}
      submitLabel="Create credit memo"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => credit.run({ body, idempotencyKey })}
    >
      {open.length > 0 && (
        <FormSection title="Units at the invoiced price">
          <Units lines={open} />
        </FormSection>
      )}
      <FormSection title={open.length > 0 ? 'Or an amount' : 'Amount'}>
        <MoneyField name="goods" label="Goods" />
        <MoneyField name="tax" label="Tax" />
      </FormSection>
      <FormSection title="Why">
        <MoneyField name="restockingFee" label="Restocking fee" hint="Deducted from the credit" />
        <PostingDateField />
        <TextAreaField name="reason" label="Reason *" wide rows={3} />
      </FormSection>
    </FormDialog>
  )
}

const row = 'grid items-end gap-x-4 gap-y-2 border-b border-line pb-4 sm:grid-cols-[1fr_10rem]'

function Units({ lines }: { lines: InvoiceDetails['lines'] }) {
  const { labels } = useFormParts()
  useEffect(() => {
    labels.set('items', 'Units')
  }, [labels])
  return (
    <ul className="grid gap-4 md:col-span-2">
      {lines.map(({ id, sku, name, quantity, credited, unitOfMeasure, unitPrice }, index) => (
        <li key={id} className={row}>
          <p className="min-w-0">
            <span className="numbers font-medium">{sku}</span>
            <span className="block text-muted">{name}</span>
            <span className="text-caption numbers block font-normal text-muted">
              {`${quantity - credited} of ${quantity} ${unitOfMeasure} can be credited, `}
              {`${formatDecimal(unitPrice)} each`}
            </span>
          </p>
          <UnitsField name={`items.${index}.quantity`} label={`Credit ${sku}`} min={0} />
        </li>
      ))}
    </ul>
  )
}

/** Omits lines without a quantity, and empty amounts. */
function toWire({ items, goods, tax, restockingFee, ...typed }: Values) {
  const named = linesToWire(items, ({ invoiceLineId, quantity }) => {
    const units = parseWholeNumber(quantity) ?? 0
    return units === 0 ? undefined : { invoiceLineId, quantity: units }
  })
  return {
    ...typed,
    ...(named.length > 0 && { items: named }),
    ...(goods && { goods }),
    ...(tax && { tax }),
    ...(restockingFee && { restockingFee }),
  }
}
