import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActivityTab } from '#features/audit/ActivityTab.tsx'
import { useMay, useMe } from '#features/auth/me.ts'
import { JournalLink } from '#features/ledger/JournalLink.tsx'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { Facts } from '#platform/ui/Facts.tsx'
import { MissingRecord } from '#platform/ui/MissingRecord.tsx'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useList } from '#platform/web/api.ts'
import { cancelRefundForm, listRefunds, type Refund } from './credits.ts'
import { refundNames } from './RefundsTable.tsx'
import { useCreditWrites } from './use-credit-writes.ts'

type RefundDialogProps = { code: string; onClose: () => void }

/** One refund by its number, and the two steps that are left while it is prepared. */
export function RefundDialog({ code, onClose }: RefundDialogProps) {
  const found = useList(listRefunds, { query: { refundNumber: code, limit: 1 } })
  const [isCancelling, setCancelling] = useState(false)
  const refund = found.data?.rows[0]
  if (found.error || (found.isSuccess && !refund)) {
    return <MissingRecord noun="refund" code={code} error={found.error} onClose={onClose} />
  }
  return (
    <>
      <Dialog
        title={code}
        description={refund && `${refund.customerCode} · ${refund.customerName}`}
        tools={refund && <StatusBadge status={refundNames[refund.status]} />}
        place="Details"
        onClose={onClose}
      >
        <DialogBody>
          {refund ? <Whole refund={refund} /> : <Skeleton className="h-60" />}
        </DialogBody>
        {refund?.status === 'prepared' && (
          <Steps refund={refund} onCancel={() => setCancelling(true)} />
        )}
      </Dialog>
      {refund && isCancelling && (
        <CancelDialog refund={refund} onClose={() => setCancelling(false)} />
      )}
    </>
  )
}

function Whole({ refund }: { refund: Refund }) {
  const { sourceNumber, releasedOn, creditMemoId, paymentId } = refund
  const tab = creditMemoId === null ? 'payments' : 'memos'
  const { data: me } = useMe()
  const isOwn = refund.status === 'prepared' && me?.id === refund.preparedBy
  return (
    <div className="grid gap-6">
      {isOwn && (
        <Alert tone="info">
          You requested this refund. Somebody else should release it; where the rules let you do so
          yourself, that is put on record.
        </Alert>
      )}
      <Facts
        items={[
          { name: 'Amount', value: formatDecimal(refund.amount) },
          {
            name: 'From',
            value: (
              <Link to="/ar-reports" search={{ tab, open: sourceNumber } as never}>
                {sourceNumber}
              </Link>
            ),
          },
          { name: 'Reason', value: refund.reason },
          { name: 'Requested by', value: refund.preparedByName },
          { name: 'Released by', value: refund.releasedByName },
          { name: 'Paid', value: releasedOn && formatDay(releasedOn as Day) },
          { name: 'Books', value: <Books refund={refund} /> },
        ]}
      />
      <section aria-label="Activity">
        <h3 className="text-card mb-2">Activity</h3>
        <ActivityTab
          entity={creditMemoId === null ? 'customer_payment' : 'credit_memo'}
          id={creditMemoId ?? paymentId ?? 0}
        />
      </section>
    </div>
  )
}

function Books({ refund: { id, status } }: { refund: Refund }) {
  return status === 'released' ? <JournalLink source="refund" sourceId={id} /> : '—'
}

function Steps({ refund, onCancel }: { refund: Refund; onCancel: () => void }) {
  const may = useMay()
  const { release } = useCreditWrites()
  if (!may('receivables.refund')) return null
  const { id, version } = refund
  return (
    <DialogFooter>
      <Button onClick={onCancel}>Cancel refund…</Button>
      <Button
        kind="primary"
        isBusy={release.isPending}
        onClick={() => void release.tryRun({ params: { id }, ifMatch: version })}
      >
        Release refund
      </Button>
    </DialogFooter>
  )
}

const noReason = { reason: '' }
const asTyped = (typed: { reason: string }) => typed

function CancelDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { cancel } = useCreditWrites()
  const { id, version, refundNumber, amount, sourceNumber } = refund
  return (
    <FormDialog
      title={`Cancel ${refundNumber}`}
      description={`${formatDecimal(amount)} is open again on ${sourceNumber}.`}
      schema={cancelRefundForm}
      values={noReason}
      toWire={asTyped}
      submitLabel="Cancel refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => cancel.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason" rows={3} />
    </FormDialog>
  )
}
