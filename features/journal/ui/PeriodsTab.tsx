import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { addDays, formatDay } from '#platform/kernel/days.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Menu } from '#platform/ui/menu/Menu.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { TextAreaField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { ClosePeriod } from './ClosePeriod.tsx'
import {
  cancelClosingPeriod,
  listPeriods,
  type Period,
  reasonForm,
  reopenPeriod,
  softClosePeriod,
} from '../contract.ts'
import { lastDayOf, periodName, periodOf } from '../rules.ts'

const statusLabels = { open: 'open', soft_closed: 'closing', closed: 'closed' } as const

/** The accounting periods, newest first, or only those to close, each with its available steps. */
export function PeriodsTab({ list }: { list: ListState }) {
  const isToClose = list.search['f.toClose'] !== undefined
  const read = useRead(listPeriods, { query: isToClose ? { toClose: 'true' } : {} })
  const [requested, setRequested] = useState<{ verb: 'close' | 'reopen'; id: Period['id'] }>()
  const openDialog = (verb: 'close' | 'reopen', { id }: Period) => setRequested({ verb, id })
  // Uses the current data of the period, not that from when the dialog opened.
  const period = requested && read.data?.find(({ id }) => id === requested.id)
  const closeDialog = () => setRequested(undefined)
  return (
    <section aria-label="Periods" className="card p-4">
      <div className="flex flex-wrap items-start justify-between gap-2 pb-3">
        <p className="min-w-0 flex-1 basis-80 text-muted">
          Closing: only finance can post. Closed: no one can post. Close months in order; a month
          closes only when every check of the books passes.
        </p>
        <Button
          size="small"
          onClick={() => list.change({ 'f.toClose': isToClose ? undefined : 'true' }, 'push')}
        >
          {isToClose ? 'Show all months' : 'Show months to close'}
        </Button>
      </div>
      <Loaded read={read}>
        {(periods) => (
          <ul>
            {periods.length === 0 && (
              <li className="text-muted">
                {isToClose ? 'Every month that has ended is closed.' : 'No postings yet.'}
              </li>
            )}
            {periods.map((each) => (
              <Month
                key={each.id}
                period={each}
                isNext={each === periods.findLast(({ status }) => status !== 'closed')}
                isLastClosed={each === periods.find(({ status }) => status === 'closed')}
                onClose={() => openDialog('close', each)}
                onReopen={() => openDialog('reopen', each)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {period && requested.verb === 'close' && (
        <ClosePeriod period={period} onClose={closeDialog} />
      )}
      {period && requested.verb === 'reopen' && <Reopen period={period} onClose={closeDialog} />}
    </section>
  )
}

const failure = 'Failed to update period'
const refreshes = [listPeriods, readActivity]
const success = ({ id, status }: Period) => ({
  title: 'Success',
  text: `${periodName(id)} is ${statusLabels[status]}`,
})

type MonthProps = {
  period: Period
  /** True for the earliest month that is not closed: months are closed in order. */
  isNext: boolean
  /** True for the latest closed month, the only one that can be reopened. */
  isLastClosed: boolean
  onClose: () => void
  onReopen: () => void
}

function Month({ period, isNext, isLastClosed, onClose, onReopen }: MonthProps) {
  const whyNot = useWhyNot()
  const { id, status, entries, debit, version } = period
  const cancelClosing = useWrite(cancelClosingPeriod, { refreshes, success, failure })
  const [isConfirming, setIsConfirming] = useState(false)
  const isOver = id < periodOf(useToday())
  const name = periodName(id)
  const request = { params: { id }, ifMatch: version }
  const isOpen = status === 'open'
  const whyNotClose = whyNot(isOpen ? 'ledger.softClose' : 'ledger.close')
  const reopenEarlier = {
    label: `Reopen ${name}`,
    whyNot: whyNot('ledger.close'),
    run: onReopen,
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2">
      <span className="numbers w-20 font-semibold">{name}</span>
      <StatusBadge status={statusLabels[status]} />
      <span className="numbers text-table min-w-40 flex-1 text-muted">
        {`${counted(entries, 'entry', 'entries')} · ${formatDecimal(debit)}`}
      </span>
      {/* One button for both steps, so that it does not lose focus after the soft close. */}
      {!isOver && (
        <span className="text-table text-muted">
          {`Can be closed from ${formatDay(addDays(lastDayOf(id), 1))}`}
        </span>
      )}
      {isOver && status !== 'closed' && (
        <Button
          kind={isNext && whyNotClose === undefined ? 'primary' : 'secondary'}
          whyNot={whyNotClose}
          onClick={isOpen ? () => setIsConfirming(true) : onClose}
        >
          {isOpen ? `Start closing ${name}` : `Close ${name}`}
        </Button>
      )}
      {status === 'soft_closed' && (
        <Button
          whyNot={whyNot('ledger.softClose')}
          onClick={() => void cancelClosing.tryRun(request)}
        >
          {`Cancel closing ${name}`}
        </Button>
      )}
      {isConfirming && <StartClosing period={period} onClose={() => setIsConfirming(false)} />}
      {isLastClosed && (
        <Button whyNot={whyNot('ledger.close')} onClick={onReopen}>
          {`Reopen ${name}`}
        </Button>
      )}
      {status === 'closed' && !isLastClosed && (
        <Menu label={`Actions for ${name}`} items={[reopenEarlier]}>
          <IconButton icon={Ellipsis} label={`Actions for ${name}`} />
        </Menu>
      )}
    </li>
  )
}

/** Asks for confirmation before a month is soft-closed. */
function StartClosing({ period, onClose }: { period: Period; onClose: () => void }) {
  const { id, version } = period
  const softClose = useWrite(softClosePeriod, { refreshes, success, failure })
  const name = periodName(id)
  const run = async () => {
    if (await softClose.isDone({ params: { id }, ifMatch: version })) onClose()
  }
  return (
    <Dialog
      title={`Start closing ${name}?`}
      description={`Only finance can post into ${name} until the closing is cancelled.`}
      size="small"
      onClose={onClose}
    >
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={softClose.isPending} onClick={() => void run()}>
          Start Closing
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const values = { reason: '' }

function Reopen({ period, onClose }: { period: Period; onClose: () => void }) {
  const { id, version } = period
  const reopen = useWrite(reopenPeriod, { refreshes, success, failure })
  return (
    <FormDialog
      title={`Reopen ${periodName(id)}`}
      description="Reports of this month may change. The reason is recorded."
      schema={reasonForm}
      values={values}
      toWire={(typed) => typed}
      size="small"
      submitLabel="Reopen"
      onClose={onClose}
      version={version}
      onSave={(body, attempt) => reopen.run({ params: { id }, body, ...attempt })}
    >
      <TextAreaField name="reason" label="Reason *" rows={3} />
    </FormDialog>
  )
}
