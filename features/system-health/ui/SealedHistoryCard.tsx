import { ShieldCheck } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { counted } from '#platform/kernel/format.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { checkSealedHistory, readSealedHistory, type SealedHistory } from '../contract.ts'
import { historyStateOf } from '../rules.ts'

/** Card with the verification state of the audit log, for users who may read it. */
export function SealedHistoryCard() {
  const may = useMay()
  return may('audit.read') ? <Card /> : null
}

function Card() {
  const read = useRead(readSealedHistory, { everyMs: 60_000 })
  const check = useWrite(checkSealedHistory, {
    refreshes: [readSealedHistory],
    failure: 'Failed to check the history',
  })
  return (
    <section aria-labelledby="history-title" className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="history-title" className="text-card">
          History of Changes
        </h2>
        <Button icon={ShieldCheck} isBusy={check.isPending} onClick={() => void check.tryRun({})}>
          Check now
        </Button>
      </div>
      <Loaded read={read}>{(history) => <Findings history={history} />}</Loaded>
    </section>
  )
}

function Findings({ history }: { history: SealedHistory }) {
  const { sealCount, waiting, lastSealedAt, lastHash, lastCheck } = history
  const { status, sentence } = historyStateOf(lastCheck)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <span>{sentence}</span>
        {lastCheck && (
          <span className="numbers text-table text-muted">
            {`${counted(lastCheck.rowCount, 'entry', 'entries')}, ` +
              `checked ${formatMoment(lastCheck.checkedAt)}`}
          </span>
        )}
      </p>
      <p className="text-table numbers text-muted">
        {`${counted(sealCount, 'seal')}, ${counted(waiting, 'entry', 'entries')} not sealed yet`}
        {lastSealedAt && `; the last seal is of ${formatMoment(lastSealedAt)}`}
      </p>
      {lastHash && (
        <p className="text-table text-muted">
          It ends in <code className="numbers break-all">{lastHash}</code>. Write it down elsewhere
          to prove later that earlier entries were not altered.
        </p>
      )}
    </>
  )
}
