import { Download, ShieldCheck } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { pathOf } from '#platform/kernel/endpoint.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  downloadHistoryVerification,
  type HistoryVerification,
  readSealedHistory,
  type SealedHistory,
  verifyHistory,
} from '../contract.ts'
import { historyStateOf } from '../rules.ts'

/** Card with the verification state of the audit log, for users who may read it. */
export function SealedHistoryCard() {
  const may = useMay()
  return may('audit.read') ? <Card /> : null
}

const idleEveryMs = 60_000
const runningEveryMs = 2000

function Card() {
  const read = useRead(readSealedHistory, { everyMs: idleEveryMs })
  const isRunning = read.data?.verification?.state === 'waiting'
  // A second reader of the same data, for the progress.
  useRead(readSealedHistory, { enabled: isRunning, everyMs: runningEveryMs })
  const verify = useWrite(verifyHistory, {
    refreshes: [readSealedHistory],
    failure: 'Failed to start the verification',
  })
  return (
    <section aria-labelledby="sealed-history-title" className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="sealed-history-title" className="text-card">
          History of Changes
        </h2>
        <Button
          icon={ShieldCheck}
          isBusy={verify.isPending || isRunning}
          onClick={() => void verify.tryRun({})}
        >
          Verify now
        </Button>
      </div>
      <Loaded read={read}>
        {(history) => (
          <>
            <Findings history={history} />
            {history.verification && <Verification verification={history.verification} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The verification that somebody requested: its progress, or its result as a file. */
function Verification({ verification }: { verification: HistoryVerification }) {
  const { id, state, requestedBy, createdAt, sealCount, sealsVerified, failure } = verification
  const who = `requested by ${requestedBy} on ${formatMoment(createdAt)}`
  if (state === 'failed') return <Alert title={`The verification ${who} failed`}>{failure}</Alert>
  if (state === 'waiting') {
    return (
      <div className="grid gap-1">
        <p className="text-table numbers" role="status">
          {`Verification ${who}: ${sealsVerified} of ${counted(sealCount, 'seal')} verified`}
        </p>
        <progress
          aria-label="Verified seals"
          value={sealsVerified}
          max={Math.max(sealCount, 1)}
          className="w-full"
        />
      </div>
    )
  }
  return (
    <p className="text-table flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span>{`The last verification was ${who}.`}</span>
      <a
        href={pathOf(downloadHistoryVerification.path, { id })}
        download
        className="inline-flex items-center gap-2"
      >
        <Download aria-hidden size={16} strokeWidth={1.75} />
        Download the result
      </a>
    </p>
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
