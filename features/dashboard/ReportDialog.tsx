import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMay } from '#features/auth/me.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { type PeriodName, periodNames, periodOf } from '#platform/ui/periods.ts'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import { type ReportDays, grouped } from '#platform/ui/report.ts'
import { recall, remember } from '#platform/ui/preferences.ts'
import { download, type FileKind, fileOf } from '#platform/ui/table/all-rows.ts'
import type { ApiError } from '#platform/web/send.ts'
import { type Choice, type Offered, ReportChoices } from './ReportChoices.tsx'
import { ReportTable } from './ReportTable.tsx'

type Shown = { report: Offered; days: ReportDays; rows: readonly { id: number }[] }
type Use = 'screen' | 'print' | FileKind

const keptKey = 'prizm.reports.period'

type ReportDialogProps = {
  reports: readonly Offered[]
  id: string
  today: Day
  onReport: (id: string) => void
  onClose: () => void
}

/** Makes a report on the screen, as a file or on paper. */
export function ReportDialog({ reports, id, today, onReport, onClose }: ReportDialogProps) {
  const mayI = useMay()
  const offered = reports.filter(({ permission }) => mayI(permission))
  const report = offered.find((each) => each.id === id) ?? offered[0]
  const [choice, setChoice] = useState<Choice>(() => begin(today))
  const period = choice.name === 'custom' ? choice.custom : periodOf(choice.name, today)
  const [paper, setPaper] = useState<Shown>()
  const days = { ...period, asOf: choice.asOf }
  const making = useMutation<Shown, ApiError, { report: Offered; use: Use }>({
    mutationFn: async ({ report: wanted }) => ({
      report: wanted,
      days,
      rows: await wanted.load(days),
    }),
    onSuccess: async (made, { use }) => {
      remember(keptKey, choice.name)
      if (use === 'csv' || use === 'xlsx') {
        const rows = grouped(groupOf(made, choice), made.rows).map((group) => group.rows)
        download(await fileOf(use, made.report.columns, rows), nameOf(made, use))
      }
      if (use !== 'print') return
      flushSync(() => setPaper(made))
      window.print()
      setPaper(undefined)
    },
  })
  if (!report) return null
  const make = (use: Use) => making.mutate({ report, use })
  const change = (part: Partial<Choice>) => {
    // What is shown is of the days it was made for; it may be grouped in any way.
    if (part.by === undefined) making.reset()
    setChoice({ ...choice, ...part })
  }
  const busy = making.isPending ? making.variables.use : undefined
  const shown = making.data?.report.id === report.id ? making.data : undefined
  return (
    <Dialog title="Generate Report" description={report.says} size="details" onClose={onClose}>
      <DialogBody>
        <div className="grid gap-4">
          <ReportChoices
            offered={offered}
            report={report}
            choice={choice}
            period={period}
            onReport={onReport}
            onChoice={change}
          />
          {report.id !== id && reports.some((each) => each.id === id) && (
            <Alert>Your role may not make this report.</Alert>
          )}
          {making.error && <Alert>{making.error.message}</Alert>}
          {shown && <ReportTable {...shown} by={groupOf(shown, choice)} most={200} />}
        </div>
      </DialogBody>
      <Uses busy={busy} onUse={make} />
      {paper && (
        <PrintSheet>
          <h1>{paper.report.title}</h1>
          <p>{timeOf(paper, today)}</p>
          <ReportTable {...paper} by={groupOf(paper, choice)} />
        </PrintSheet>
      )}
    </Dialog>
  )
}

function Uses({ busy, onUse }: { busy: Use | undefined; onUse: (use: Use) => void }) {
  return (
    <DialogFooter>
      <Button icon={Printer} isBusy={busy === 'print'} onClick={() => onUse('print')}>
        Print
      </Button>
      <Button icon={Download} isBusy={busy === 'csv'} onClick={() => onUse('csv')}>
        Download CSV
      </Button>
      <Button icon={FileSpreadsheet} isBusy={busy === 'xlsx'} onClick={() => onUse('xlsx')}>
        Download XLSX
      </Button>
      <Button kind="primary" isBusy={busy === 'screen'} onClick={() => onUse('screen')}>
        Show on screen
      </Button>
    </DialogFooter>
  )
}

function begin(today: Day): Choice {
  const kept = recall(keptKey)
  const name = Object.hasOwn(periodNames, String(kept)) ? (kept as PeriodName) : 'last30'
  const known = name === 'custom' ? 'last30' : name
  return { name: known, custom: periodOf(known, today), asOf: today, by: '' }
}

function groupOf({ report }: Shown, { by }: Choice) {
  return report.groups?.find(({ id }) => id === by)
}

/** Of which days a report is, as its paper says. */
function timeOf({ report: { takes }, days }: Shown, today: Day): string {
  if (takes === 'period') return `${formatDay(days.from)} to ${formatDay(days.to)}`
  return `As of ${formatDay(takes === 'day' ? days.asOf : today)}`
}

function nameOf({ report: { id, takes }, days }: Shown, kind: FileKind): string {
  const said = { period: `-${days.from}-${days.to}`, day: `-${days.asOf}`, now: '' }
  return `${id}${said[takes]}.${kind}`
}
