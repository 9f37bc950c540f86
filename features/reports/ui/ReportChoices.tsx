import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { type PeriodName, periodNames } from '#platform/ui/dates/periods.ts'
import { type Choice, groupOf, type ReportOption, type Period } from './report-choice.ts'

type ReportChoicesProps = {
  offered: readonly ReportOption[]
  report: ReportOption
  choice: Choice
  period: Period
  onReport: (id: string) => void
  onChoice: (part: Partial<Choice>) => void
}

/** The fields that select the report, its period and its grouping. */
export function ReportChoices(props: ReportChoicesProps) {
  const { offered, report, choice, period, onReport, onChoice } = props
  const areas = [...new Set(offered.map(({ area }) => area))]
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
            {areas.map((area) => (
              <optgroup key={area} label={area}>
                {offered
                  .filter((each) => each.area === area)
                  .map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {report.dateMode === 'period' && (
        <PeriodFields choice={choice} period={period} onChoice={onChoice} />
      )}
      {report.dateMode === 'day' && (
        <DayField label="As of" value={choice.asOf} onPick={(asOf) => asOf && onChoice({ asOf })} />
      )}
      {report.groups && (
        <Choose
          label="Group by"
          value={groupOf(report, choice)?.id ?? ''}
          options={[['', 'None'], ...report.groups.map(({ id, label }) => [id, label] as const)]}
          onChange={(by) => onChoice({ by })}
        />
      )}
    </div>
  )
}

type PeriodFieldsProps = Pick<ReportChoicesProps, 'choice' | 'period' | 'onChoice'>

function PeriodFields({ choice, period, onChoice }: PeriodFieldsProps) {
  const change = (part: Partial<Period>) =>
    onChoice({ name: 'custom', custom: { ...period, ...part } })
  return (
    <>
      <Choose
        label="Period"
        value={choice.name}
        options={Object.entries(periodNames)}
        onChange={(name) => onChoice({ name: name as PeriodName, custom: period })}
      />
      <DayField label="From" value={period.from} onPick={(from) => from && change({ from })} />
      <DayField label="To" value={period.to} onPick={(to) => to && change({ to })} />
    </>
  )
}

type ChooseProps = {
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}

function Choose({ label, value, options, onChange }: ChooseProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
