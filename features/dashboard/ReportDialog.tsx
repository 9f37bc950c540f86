import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMay } from '#features/auth/me.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { Field } from '#platform/ui/Field.tsx'
import { PrintSheet } from '#platform/ui/PrintSheet.tsx'
import { recall, remember } from '#platform/ui/preferences.ts'
import { download, type FileKind, fileOf } from '#platform/ui/table/all-rows.ts'
import type { ApiError } from '#platform/web/send.ts'
import { ReportTable } from './ReportTable.tsx'
import { type Period, type Report, reports } from './reports.ts'
import { type PeriodName, periodNames, periodOf } from './rules.ts'

type Shown = { report: Report; period: Period; rows: { id: number }[] }
type Choice = { name: PeriodName; custom: Period }
type Use = 'screen' | 'print' | FileKind

const keptKey = 'prizm.reports.period'

type ReportDialogProps = {
  id: string
  today: Day
  onReport: (id: string) => void
  onClose: () => void
}

/** Makes a report on the screen, as a CSV file or on paper. */
export function ReportDialog({ id, today, onReport, onClose }: ReportDialogProps) {
  const mayI = useMay()
  const offered = reports.filter(({ permission }) => mayI(permission))
  const report = offered.find((each) => each.id === id) ?? offered[0]
  const [choice, setChoice] = useState<Choice>(() => begin(today))
  const period = choice.name === 'custom' ? choice.custom : periodOf(choice.name, today)
  const [paper, setPaper] = useState<Shown>()
  const making = useMutation<Shown, ApiError, { report: Report; use: Use }>({
    mutationFn: async ({ report: wanted }) => ({
      report: wanted,
      period,
      rows: await wanted.load(period),
    }),
    onSuccess: async (made, { use }) => {
      remember(keptKey, choice.name)
      if (use === 'csv' || use === 'xlsx') {
        download(await fileOf(use, made.report.columns, [made.rows]), nameOf(made, use))
      }
      if (use !== 'print') return
      flushSync(() => setPaper(made))
      window.print()
      setPaper(undefined)
    },
  })
  if (!report) return null
  const make = (use: Use) => making.mutate({ report, use })
  const busy = making.isPending ? making.variables.use : undefined
  const shown = making.data?.report.id === report.id ? making.data : undefined
  return (
    <Dialog title="Generate Report" description={report.says} size="details" onClose={onClose}>
      <DialogBody>
        <div className="grid gap-4">
          <Choices
            offered={offered}
            report={report}
            choice={choice}
            period={period}
            onReport={onReport}
            onChoice={setChoice}
          />
          {making.error && <Alert>{making.error.message}</Alert>}
          {shown && <ReportTable {...shown} most={200} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button icon={Printer} isBusy={busy === 'print'} onClick={() => make('print')}>
          Print
        </Button>
        <Button icon={Download} isBusy={busy === 'csv'} onClick={() => make('csv')}>
          Download CSV
        </Button>
        <Button icon={FileSpreadsheet} isBusy={busy === 'xlsx'} onClick={() => make('xlsx')}>
          Download XLSX
        </Button>
        <Button kind="primary" isBusy={busy === 'screen'} onClick={() => make('screen')}>
          Show on screen
        </Button>
      </DialogFooter>
      {paper && (
        <PrintSheet>
          <h1>{paper.report.title}</h1>
          <p>{paper.report.takesPeriod ? `${paper.period.from} to ${paper.period.to}` : today}</p>
          <ReportTable {...paper} />
        </PrintSheet>
      )}
    </Dialog>
  )
}

type ChoicesProps = {
  offered: readonly Report[]
  report: Report
  choice: Choice
  period: Period
  onReport: (id: string) => void
  onChoice: (choice: Choice) => void
}

/** Which report, and of which days. */
function Choices({ offered, report, choice, period, onReport, onChoice }: ChoicesProps) {
  const change = (part: Partial<Period>) =>
    onChoice({ name: 'custom', custom: { ...period, ...part } })
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Report">
        {(control) => (
          <select
            {...control}
            className="control"
            value={report.id}
            onChange={({ target }) => onReport(target.value)}
          >
            {offered.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {report.takesPeriod && (
        <>
          <Field label="Period">
            {(control) => (
              <select
                {...control}
                className="control"
                value={choice.name}
                onChange={({ target }) =>
                  onChoice({ name: target.value as PeriodName, custom: period })
                }
              >
                {Object.entries(periodNames).map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <DayField label="From" value={period.from} onChange={(from) => change({ from })} />
          <DayField label="To" value={period.to} onChange={(to) => change({ to })} />
        </>
      )}
    </div>
  )
}

function DayField(props: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field label={props.label}>
      {(control) => (
        <input
          {...control}
          type="date"
          className="control"
          value={props.value}
          onChange={({ target }) => target.value && props.onChange(target.value)}
        />
      )}
    </Field>
  )
}

function begin(today: Day): Choice {
  const kept = recall(keptKey)
  const name = Object.hasOwn(periodNames, String(kept)) ? (kept as PeriodName) : 'last30'
  const known = name === 'custom' ? 'last30' : name
  return { name: known, custom: periodOf(known, today) }
}

function nameOf({ report, period }: Shown, kind: FileKind): string {
  const days = report.takesPeriod ? `-${period.from}-${period.to}` : ''
  return `${report.id}${days}.${kind}`
}
