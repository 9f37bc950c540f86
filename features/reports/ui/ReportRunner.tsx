import { Download, FileSpreadsheet, Printer } from 'lucide-react'
import { type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { periodOf } from '#platform/ui/dates/periods.ts'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import { keysOf, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import type { ApiError } from '#platform/web/api-client.ts'
import {
  type Choice,
  choiceOf,
  groupOf,
  storedChoiceOf,
  backgroundChoice,
  type ReportOption,
  reportWithRows,
} from './report-choice.ts'
import type { BackgroundReport, ReportChoice } from '../contract.ts'
import { BackgroundReportNotice } from './BackgroundReportNotice.tsx'
import { ReportChoices } from './ReportChoices.tsx'
import { ReportTable } from './ReportTable.tsx'
import type { ReportFormat } from '../rules.ts'
import {
  type ReportWithRows,
  useSaveReportChoice,
  useBackgroundReport,
  useRunReport,
} from './use-run-report.ts'
import { useIsSlow } from './use-is-slow.ts'

type ReportRunnerProps = {
  offered: readonly ReportOption[]
  report: ReportOption
  /** True if the requested report is not allowed for the role. */
  isRefused: boolean
  storedChoice: ReportChoice | undefined
  /** Why the last settings could not be read. */
  storedChoiceError: string | undefined
  backgroundReport: BackgroundReport | undefined
  backgroundReportError: ApiError | null
  today: Day
  onReport: (id: string) => void
  onClose: () => void
}

/** The settings of a report, its rows and the buttons for its formats. */
export function ReportRunner(props: ReportRunnerProps) {
  const { offered, report, storedChoice, backgroundReport, today } = props
  const { choice, setChoice } = useChoice(props)
  const lastChoice = backgroundReport?.choice ?? storedChoice
  const [format, setFormat] = useState(lastChoice?.format ?? 'screen')
  const period = choice.name === 'custom' ? choice.custom : periodOf(choice.name, today)
  const days = { ...period, asOf: report.dateMode === 'now' ? today : choice.asOf }
  const backgroundButton = useRef<HTMLButtonElement>(null)
  const saveChoice = useSaveReportChoice()
  const { making, paper } = useRunReport((finished, { use, storedReport }) => {
    setFormat(use)
    // Exporting stored rows does not change the last settings.
    if (!storedReport) saveChoice(storedChoiceOf(finished.report, choice, use))
    focusDialogBefore(backgroundButton.current)
  })
  const opened = useMemo(() => reportWithRows(report, backgroundReport), [report, backgroundReport])
  const result = making.data?.report.id === report.id ? making.data : undefined
  const displayed = result ?? opened
  const busy = making.isPending ? making.variables.use : undefined
  const beginAborter = useAborter()
  const createReport = (use: ReportFormat) => {
    // A background report is exported as stored; showing it on the screen runs it again.
    const storedReport = use === 'screen' ? undefined : opened
    if (backgroundReport && !storedReport) props.onReport(report.id)
    making.mutate({ report, days, use, by: choice.by, storedReport, aborter: beginAborter() })
  }
  const stop = () => {
    if (!making.isPending) return
    making.variables.aborter.abort()
    making.reset()
  }
  const onReport = (id: string) => {
    stop()
    props.onReport(id)
  }
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part }
    setChoice(next)
    // The rows belong to the old period, so only the grouping can change without a new run.
    if (part.by !== undefined) {
      if (result) saveChoice(storedChoiceOf(report, next, format))
      return
    }
    stop()
    making.reset()
    if (backgroundReport) onReport(report.id)
  }
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-1 gap-4">
          <ReportChoices {...{ offered, report, choice, period, onReport }} onChoice={change} />
          <Notices {...props} isUnreadable={backgroundReport?.state === 'made' && !opened} />
          <Waiting
            making={making}
            order={{ choice: storedChoiceOf(report, choice, busy ?? format), report, days }}
            buttonRef={backgroundButton}
            onClose={props.onClose}
          />
          {displayed && (
            <ReportTable {...displayed} by={groupOf(displayed.report, choice)} rowLimit={200} />
          )}
        </div>
      </DialogBody>
      <FormatButtons busy={busy} lastFormat={format} onUse={createReport} />
      {paper && <PrintedReport paper={paper} choice={choice} />}
    </>
  )
}

/** Moves the focus from a button that is about to unmount to the dialog around it. */
function focusDialogBefore(button: HTMLElement | null): void {
  if (!button || button !== document.activeElement) return
  button.closest<HTMLElement>('[role=dialog]')?.focus()
}

/** Returns a new abort controller per run; closing the dialog aborts the last run. */
function useAborter() {
  const last = useRef<AbortController>(undefined)
  useEffect(() => () => last.current?.abort(), [])
  return () => (last.current = new AbortController())
}

/** The current settings: the last ones, or those of the opened background report. */
function useChoice({ storedChoice, backgroundReport, today }: ReportRunnerProps) {
  const begin = () =>
    backgroundReport ? backgroundChoice(backgroundReport, today) : choiceOf(storedChoice, today)
  const [choice, setChoice] = useState<Choice>(begin)
  const [seen, setSeen] = useState(backgroundReport?.id)
  if (backgroundReport && backgroundReport.id !== seen) {
    setSeen(backgroundReport.id)
    setChoice(backgroundChoice(backgroundReport, today))
  }
  return { choice, setChoice }
}

type NoticesProps = ReportRunnerProps & { isUnreadable: boolean }

function Notices({
  isRefused,
  storedChoiceError,
  backgroundReport,
  backgroundReportError,
  isUnreadable,
}: NoticesProps) {
  return (
    <>
      {isRefused && <Alert>Your role cannot run this report.</Alert>}
      {storedChoiceError !== undefined && (
        <Alert tone="warning">
          {`Your last choices could not be loaded. ${storedChoiceError}`}
        </Alert>
      )}
      <BackgroundReportNotice
        queuedReport={backgroundReport}
        error={backgroundReportError}
        isUnreadable={isUnreadable}
      />
    </>
  )
}

type WaitingProps = {
  making: ReturnType<typeof useRunReport>['making']
  order: Parameters<ReturnType<typeof useBackgroundReport>['start']>[0]
  buttonRef: Ref<HTMLButtonElement>
  onClose: () => void
}

/** The error of a run, or a notice that it is slow, with the option to run it in the background. */
function Waiting({ making, order, buttonRef, onClose }: WaitingProps) {
  const { error, isPending } = making
  const isSlow = useIsSlow(isPending)
  const { start: startInBackground, isStarting } = useBackgroundReport(() => {
    making.variables?.aborter.abort()
    making.reset()
    onClose()
  })
  if (!error && !isSlow) return null
  // A client error (4xx) would also occur in the background.
  const isRefused = error !== null && error.status >= 400 && error.status < 500
  return (
    <Alert
      tone={error ? 'danger' : 'info'}
      actions={
        !isRefused && (
          <Button ref={buttonRef} isBusy={isStarting} onClick={() => startInBackground(order)}>
            Notify me when it is ready
          </Button>
        )
      }
    >
      {error?.message ?? 'This takes a while. You can run it in the background.'}
    </Alert>
  )
}

type FormatButtonsProps = {
  busy: ReportFormat | undefined
  /** The format used last. */
  lastFormat: ReportFormat
  onUse: (use: ReportFormat) => void
}

function FormatButtons({ busy, lastFormat, onUse }: FormatButtonsProps) {
  useShortcut('submit', () => onUse(lastFormat), busy === undefined)
  const all = [
    { use: 'print', icon: Printer, label: 'Print' },
    { use: 'csv', icon: Download, label: 'Download CSV' },
    { use: 'xlsx', icon: FileSpreadsheet, label: 'Download XLSX' },
    { use: 'screen', icon: undefined, label: 'Show on screen' },
  ] as const
  return (
    <DialogFooter>
      {all.map(({ use, icon, label }) => (
        <Button
          key={use}
          icon={icon}
          kind={use === lastFormat ? 'primary' : 'secondary'}
          isBusy={busy === use}
          data-keys={use === lastFormat ? keysOf('submit') : undefined}
          onClick={() => onUse(use)}
        >
          {label}
        </Button>
      ))}
    </DialogFooter>
  )
}

function PrintedReport({ paper, choice }: { paper: ReportWithRows; choice: Choice }) {
  return (
    <PrintSheet isJob>
      <h1>{paper.report.title}</h1>
      <p>{timeOf(paper)}</p>
      <ReportTable {...paper} by={groupOf(paper.report, choice)} />
    </PrintSheet>
  )
}

/** The period or date of a report, as printed on it. */
function timeOf({ report: { dateMode }, days: { from, to, asOf } }: ReportWithRows): string {
  return dateMode === 'period'
    ? `${formatDay(from)} to ${formatDay(to)}`
    : `As of ${formatDay(asOf)}`
}
