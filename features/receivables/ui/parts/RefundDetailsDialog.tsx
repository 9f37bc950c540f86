import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActivityTab } from '#features/audit/ui/parts/ActivityTab.tsx'
import { useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { JournalLink } from '#features/journal/ui/parts/JournalLink.tsx'
import { postingForm, reasonedPostingForm } from '#features/journal/posting-form.ts'
import { PostingDateField } from '#features/journal/ui/parts/PostingDateField.tsx'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { copyItems } from '#platform/ui/buttons/copy-actions.ts'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { recordViewUnderTabs } from '#platform/web/list-state.ts'
import { cancelRefundForm, listRefunds, type Refund } from '../../contract.ts'
import { refundStatusNames } from '../../labels.ts'
import { codeOf, defaultSort } from './RefundsTable.tsx'
import type { DocumentProps } from './use-document-details.ts'
import { useCreditAndRefundWrites } from '../use-credit-and-refund-writes.ts'

/** Shows one refund by its number, with its remaining steps. */
export function RefundDetailsDialog({ list, code, onClose }: DocumentProps) {
  const found = useRecord({
    endpoint: listRefunds,
    list,
    usualSort: defaultSort,
    codeOf,
    code,
    lookUp: { refundNumber: code, limit: 1 },
    isShown: list.search.tab === 'refunds',
  })
  const [requested, setRequested] = useState<DialogAction>()
  const { record: refund } = found
  const { items, steps } = useSteps(refund, setRequested)
  const close = () => setRequested(undefined)
  if (found.error || found.isMissing) {
    return <MissingRecord noun="refund" code={code} error={found.error} onClose={onClose} />
  }
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={refund && `${refund.customerCode} · ${refund.customerName}`}
        badge={refund && <StatusBadge status={refundStatusNames[refund.status]} />}
        position={found.position}
        renewal={found.renewal}
        {...(refund && {
          actions: {
            label: `Actions for ${code}`,
            items,
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={refund ? tabsOf(refund) : []}
        {...recordViewUnderTabs(list)}
        onClose={onClose}
        isLoading={!refund}
        steps={steps}
      />
      {refund && requested === 'release' && <ReleaseDialog refund={refund} onClose={close} />}
      {refund && requested === 'cancel' && <CancelDialog refund={refund} onClose={close} />}
      {refund && requested === 'reverse' && <ReverseDialog refund={refund} onClose={close} />}
    </>
  )
}

type DialogAction = 'release' | 'cancel' | 'reverse'

function tabsOf(refund: Refund) {
  const { creditMemoId, paymentId } = refund
  const of = creditMemoId === null ? 'customer_payment' : 'credit_memo'
  return [
    { id: 'overview', label: 'Overview', render: () => <Overview refund={refund} /> },
    {
      id: 'activity',
      label: 'Activity',
      isHistory: true,
      render: () => <ActivityTab entity={of} id={creditMemoId ?? paymentId ?? 0} />,
    },
  ]
}

function Overview({ refund }: { refund: Refund }) {
  const { sourceNumber, releasedOn, reversedOn, creditMemoId } = refund
  const tab = creditMemoId === null ? 'payments' : 'memos'
  const { data: me } = useMe()
  const isOwn = refund.status === 'prepared' && me?.id === refund.preparedBy
  return (
    <div className="grid gap-6">
      {isOwn && (
        <Alert tone="info">
          You requested this refund. Another person should release it. If you are allowed to release
          it yourself, that is recorded as a waiver.
        </Alert>
      )}
      <Facts
        items={[
          { name: 'Amount', value: formatDecimal(refund.amount) },
          {
            name: 'From',
            value: (
              <Link to="/ar-reports" search={{ tab, open: sourceNumber }}>
                {sourceNumber}
              </Link>
            ),
          },
          { name: 'Reason', value: refund.reason },
          { name: 'Requested by', value: refund.preparedByName },
          { name: 'Released by', value: refund.releasedByName },
          { name: 'Paid', value: releasedOn && formatDay(releasedOn) },
          ...(reversedOn ? [{ name: 'Reversed', value: formatDay(reversedOn) }] : []),
          { name: 'Journal', value: <Books refund={refund} /> },
        ]}
      />
    </div>
  )
}

function Books({ refund: { id, status } }: { refund: Refund }) {
  const isPosted = status === 'released' || status === 'reversed'
  return isPosted ? <JournalLink source="refund" sourceId={id} /> : '—'
}

/** Menu items for the remaining steps of a refund, and those that are also buttons. */
function useSteps(refund: Refund | undefined, setRequested: (action: DialogAction) => void) {
  const whyNot = useWhyNot()
  const { release } = useCreditAndRefundWrites()
  if (!refund) return { items: [], steps: [] }
  const { id, version, status, refundNumber } = refund
  const statusText = `It is ${refundStatusNames[status].toLowerCase()}`
  const denied = whyNot('receivables.refund')
  const whyNoStep = status === 'prepared' ? denied : statusText
  const whyNotReversed = status === 'released' ? denied : statusText
  const releaseStep = {
    label: 'Release refund',
    isNextStep: true,
    isBusy: release.isPending,
    whyNot: whyNoStep,
    run: () => void release.tryRun({ params: { id }, body: {}, ifMatch: version }),
  }
  const cancelStep = {
    label: 'Cancel refund…',
    whyNot: whyNoStep,
    run: () => setRequested('cancel'),
  }
  const items = [
    releaseStep,
    { label: 'Release on another day…', whyNot: whyNoStep, run: () => setRequested('release') },
    cancelStep,
    { label: 'Reverse refund…', whyNot: whyNotReversed, run: () => setRequested('reverse') },
    ...copyItems('refund', refundNumber),
  ]
  return { items, steps: [releaseStep, cancelStep] }
}

const noReason = { reason: '' }
const asTyped = (typed: { reason: string }) => typed

const noDay = { postedOn: '' }
const withDay = (typed: typeof noDay) => typed

/** Releases a refund with the date on which the money was paid out. */
function ReleaseDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { release } = useCreditAndRefundWrites()
  const { id, version, refundNumber, amount } = refund
  return (
    <FormDialog
      title={`Release ${refundNumber}`}
      description={`${formatDecimal(amount)} is refunded and posted on this date.`}
      schema={postingForm}
      values={noDay}
      toWire={withDay}
      size="small"
      submitLabel="Release refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => release.run({ params: { id }, body, ...attempt })}
    >
      <PostingDateField />
    </FormDialog>
  )
}

function CancelDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { cancel } = useCreditAndRefundWrites()
  const { id, version, refundNumber, amount, sourceNumber } = refund
  return (
    <FormDialog
      title={`Cancel ${refundNumber}`}
      description={`${formatDecimal(amount)} is open again on ${sourceNumber}.`}
      schema={cancelRefundForm}
      values={noReason}
      toWire={asTyped}
      size="small"
      submitLabel="Cancel refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => cancel.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason" rows={3} />
    </FormDialog>
  )
}

const noReversal = { reason: '', postedOn: '' }
const reversalAsTyped = (typed: typeof noReversal) => typed

function ReverseDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { reverse } = useCreditAndRefundWrites()
  const { id, version, refundNumber, amount, sourceNumber } = refund
  return (
    <FormDialog
      title={`Reverse ${refundNumber}`}
      description={
        'For money that was not sent or came back from the bank. ' +
        `${formatDecimal(amount)} is open again on ${sourceNumber}.`
      }
      schema={reasonedPostingForm}
      values={noReversal}
      toWire={reversalAsTyped}
      size="small"
      submitLabel="Reverse refund"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => reverse.run({ params: { id }, body, ...attempt })}
    >
      <div className="grid gap-4">
        <TextAreaField name="reason" label="Reason *" rows={3} />
        <PostingDateField />
      </div>
    </FormDialog>
  )
}
