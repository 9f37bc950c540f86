import { useCallback } from 'react'
import { useFormContext } from 'react-hook-form'
import { findCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { DateField, MoneyField, SelectField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import { type SuggestedApplications, suggestApplications } from '../../contract.ts'
import { paymentMethodNames } from '../../labels.ts'
import type { Payer } from '../payments/payment-values.ts'
import { SimilarChecks } from '../payments/SimilarChecks.tsx'
import {
  linesOf,
  remittanceForm,
  type RemittanceValues,
  toWire,
  valuesOf,
} from '../remittance/remittance-values.ts'
import { RemittanceLines } from '../remittance/RemittanceLines.tsx'
import { RemittanceSummary } from '../remittance/RemittanceSummary.tsx'
import {
  type InvoiceCache,
  readOpenInvoices,
  useInvoiceCache,
} from '../remittance/use-invoice-cache.ts'
import { useInvoiceAndPaymentWrites } from '../use-invoice-and-payment-writes.ts'
import { useRemittanceMatching } from '../remittance/use-remittance-matching.ts'

const methodOptions = Object.entries(paymentMethodNames).map(([value, label]) => ({ value, label }))

type RecordRemittanceProps = {
  of?: Payer
  /** The numbers of the customer's invoices to start with. */
  numbers?: readonly string[]
  onClose: () => void
}

/**
 * Records a payment of several invoices: typed, pasted or from a CSV file, with discounts,
 * short-pay reasons and write-offs in one table.
 */
export function RecordRemittance({ of, numbers = [], onClose }: RecordRemittanceProps) {
  const query = { customerId: of?.customerId ?? 0 }
  const { data, error } = useCurrentRecord(suggestApplications, {
    query,
    enabled: of !== undefined,
  })
  if (!of || data) return <RemittanceForm {...{ of, numbers, onClose }} open={data ?? []} />
  return (
    <Dialog title="Record Remittance" size="wide" onClose={onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type RemittanceFormProps = {
  of: Payer | undefined
  numbers: readonly string[]
  open: SuggestedApplications
  onClose: () => void
}

function RemittanceForm({ of, numbers, open, onClose }: RemittanceFormProps) {
  const { record } = useInvoiceAndPaymentWrites()
  const cache = useInvoiceCache({ customerId: of?.customerId, open })
  const { read } = cache
  const wireOf = useCallback((values: RemittanceValues) => toWire(values, read()), [read])
  return (
    <FormDialog
      title="Record Remittance"
      description="One payment for several invoices. Any amount left over stays unapplied."
      size="wide"
      schema={remittanceForm}
      values={valuesOf(of, linesOf(numbers, { customerId: of?.customerId, open, lookedUp: {} }))}
      toWire={wireOf}
      submitLabel="Record Remittance"
      summary={<RemittanceSummary known={cache.known} />}
      onClose={onClose}
      onSave={async (body, { idempotencyKey }) => {
        try {
          return await record.run({ body, idempotencyKey })
        } catch (error) {
          // Another payment may have settled some of the invoices: show what is open now.
          await readOpenInvoices(cache, body.customerId, body.receivedOn).catch(() => undefined)
          throw error
        }
      }}
    >
      <div className="grid gap-4">
        <Head cache={cache} />
        <RemittanceLines cache={cache} />
      </div>
    </FormDialog>
  )
}

/** The payment itself. Enter moves to the next field, and from the last one into the table. */
function Head({ cache }: { cache: InvoiceCache }) {
  const { setFocus } = useFormContext<RemittanceValues>()
  const { reread } = useRemittanceMatching(cache)
  return (
    <div
      role="presentation"
      className={
        'grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 ' +
        'lg:grid-cols-[1fr_10rem_12rem_9rem_8rem]'
      }
      onKeyDown={(event) => {
        const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
        const { target } = event
        if (!isPlain || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
        event.preventDefault()
        setFocus(target.name === 'amount' ? 'reference' : 'applications.0.number')
      }}
    >
      <RecordField
        name="customerId"
        label="Customer *"
        source="customers"
        search={findCustomers}
        onChoice={(customer) => reread(customer?.id)}
      />
      <MoneyField name="amount" label="Amount *" />
      <TextField name="reference" label="Reference" length={24} />
      <DateField
        name="receivedOn"
        label="Received on"
        hint="Defaults to today"
        onType={() => reread()}
      />
      <SelectField name="method" label="Method" options={methodOptions} />
      <SimilarChecks />
    </div>
  )
}
