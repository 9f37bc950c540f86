import type * as z from 'zod/mini'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { cents, formatDecimal, isDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { MoneyField } from '#platform/ui/form/Fields.tsx'
import { type Attempt, FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { useCurrentRecord } from '#platform/web/api-hooks.ts'
import { applyForm, type SuggestedApplications, suggestApplications } from '../../contract.ts'

/** The payment or credit memo to apply, with its open amount. */
export type ApplicationSource = {
  number: string
  customerId: number
  openAmount: string
  version: number
  kind: 'payment' | 'credit'
  /** The number of an invoice to settle first. */
  reference: string | null
  /** The day the money arrived; it determines the discount. */
  receivedOn: Day
}

type ApplyDialogProps = {
  source: ApplicationSource
  onApply: (body: Wire, attempt: Attempt) => Promise<unknown>
  onClose: () => void
}

/** Applies the open amount as suggested by the server; the user can change the amounts. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { customerId, openAmount: amount, number, kind, reference, receivedOn } = props.source
  const query = { customerId, amount, kind, receivedOn, ...(reference && { reference }) }
  const { data, error } = useCurrentRecord(suggestApplications, { query })
  if (data) return <ApplyForm {...props} suggested={data} />
  return (
    <Dialog title={`Apply ${number}`} onClose={props.onClose}>
      <DialogBody>
        {error ? <Alert>{error.message}</Alert> : <Skeleton className="h-40" />}
      </DialogBody>
    </Dialog>
  )
}

type Values = { applications: { invoiceId: number; amount: string; discount: string }[] }
type Wire = z.input<typeof applyForm>

function ApplyForm({
  source,
  suggested,
  onApply,
  onClose,
}: ApplyDialogProps & { suggested: SuggestedApplications }) {
  const { number, openAmount, version } = source
  return (
    <FormDialog
      title={`Apply ${number}`}
      description={`${formatDecimal(openAmount)} is open.`}
      schema={applyForm}
      values={{
        applications: suggested.map(({ invoiceId, amount, discount }) => {
          return { invoiceId, amount, discount }
        }),
      }}
      toWire={partsOf}
      submitLabel="Apply"
      onClose={onClose}
      version={version}
      onSave={onApply}
    >
      {suggested.length === 0 && <p>This customer has no open invoices.</p>}
      <ul className="grid gap-4">
        {suggested.map((each, index) => (
          <li
            key={each.invoiceId}
            className="grid items-end gap-3 border-b border-line pb-4 sm:grid-cols-[1fr_auto_auto]"
          >
            <p className="min-w-0">
              <span className="numbers font-medium">{each.invoiceNumber}</span>
              <span className="text-caption numbers block font-normal text-muted">
                {`Due ${formatDay(each.dueDate)}, ${formatDecimal(each.openAmount)} open`}
              </span>
            </p>
            <MoneyField
              name={`applications.${index}.amount`}
              label={`Amount ${each.invoiceNumber}`}
            />
            {cents(each.discountAllowed) > 0 && (
              <MoneyField
                name={`applications.${index}.discount`}
                label={`Discount ${each.invoiceNumber}`}
              />
            )}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

/** Omits invoices without an amount. */
function partsOf({ applications }: Values): Wire {
  const gets = ({ amount }: { amount: string }) => !isDecimal(amount) || cents(amount) !== 0
  return { applications: linesToWire(applications, (each) => (gets(each) ? each : undefined)) }
}
