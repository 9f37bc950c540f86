import { Fragment, type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readActivity } from '#features/audit/activity-contract.ts'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import {
  MoneyField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormCard } from '#platform/ui/form/FormCard.tsx'
import { PageForm } from '#platform/ui/form/PageForm.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { SeparationOfDutiesAdvice } from './SeparationOfDutiesAdvice.tsx'
import {
  changeSettings,
  rateOfPercent,
  readSettings,
  settings as settingsSchema,
  type Settings,
} from '../contract.ts'
import {
  changedRules,
  defaultText,
  ruleFields,
  type RuleName,
  rulesOf,
  rulesToWire,
  sectionsOf,
  typedRules,
} from '../rule-fields.ts'
import { type RulePage, rulePages } from '../rule-pages.ts'

const picked = (names: readonly RuleName[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<RuleName, true>

const allRules = z.partial(
  z.extend(z.pick(settingsSchema, picked(Object.keys(ruleFields) as RuleName[])), {
    taxDefaultRate: rateOfPercent,
  }),
)

type RulesFormProps = {
  page: RulePage
  /** The rule to focus, which a search found. */
  focused?: string | undefined
}

/** The business rules of one settings page; read-only for roles that may not change them. */
export function RulesForm({ page, focused }: RulesFormProps) {
  const read = useRead(readSettings)
  return (
    <Loaded
      read={read}
      skeleton={<Skeleton className="h-96" />}
      title="The settings could not be loaded"
    >
      {(settings) => <Rules key={page} page={page} settings={settings} focused={focused} />}
    </Loaded>
  )
}

function Rules({ page, settings, focused }: RulesFormProps & { settings: Settings }) {
  const mayEdit = useMay()('settings.manage')
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readActivity],
    success: 'Settings updated successfully',
    failure: 'Failed to update the settings',
  })
  // What the form was filled with. What others changed meanwhile differs from it, and stays.
  const [base, setBase] = useState(settings)
  const [schema] = useState(() => z.pick(allRules, picked(rulesOf(page))))
  useFocusedRule(focused)
  return (
    <PageForm
      label={rulePages[page].title}
      schema={schema}
      values={typedRules(base, page)}
      toWire={rulesToWire}
      submitLabel="Save"
      isReadOnly={!mayEdit}
      onSave={async (body, { idempotencyKey }) => {
        const changed = changedRules(base, body)
        const saved = await write.run({ body: changed, idempotencyKey })
        setBase({ ...base, ...rulesOfNames(saved, Object.keys(changed) as RuleName[]) })
      }}
    >
      {sectionsOf(page).map(([section, names]) => (
        <FormCard key={section} title={section}>
          {names.map((name) => (
            <Fragment key={name}>
              <Rule name={name} />
              {name === 'sodMode' && <SeparationOfDutiesAdvice />}
            </Fragment>
          ))}
        </FormCard>
      ))}
    </PageForm>
  )
}

/** The values of some rules. */
function rulesOfNames(settings: Settings, names: readonly RuleName[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}

/** Moves the focus to the input of a rule. */
function useFocusedRule(name: string | undefined): void {
  useEffect(() => {
    if (!name || !Object.hasOwn(ruleFields, name)) return
    document.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus()
  }, [name])
}

function Rule({ name }: { name: RuleName }) {
  const field = ruleFields[name]
  const { label } = field
  const hint = <Explanation name={name} />
  if (field.kind === 'amount') return <MoneyField name={name} label={label} hint={hint} />
  if (field.kind === 'count') return <UnitsField name={name} label={label} hint={hint} min={0} />
  if (field.kind === 'switch') return <SwitchField name={name} label={label} hint={hint} />
  if (field.kind === 'area') {
    return <TextAreaField name={name} label={label} hint={hint} rows={4} wide />
  }
  if (field.kind === 'choice') {
    return <SelectField name={name} label={label} hint={hint} options={field.options} />
  }
  const length = field.kind === 'percent' ? 8 : 40
  return <TextField name={name} label={label} hint={hint} length={length} />
}

/** What a rule does, an example with figures, and the default. */
function Explanation({ name }: { name: RuleName }): ReactNode {
  const { hint, example } = ruleFields[name]
  return (
    <>
      <span className="block">{hint}</span>
      {example && <span className="block">{`Example: ${example}`}</span>}
      <span className="block">{`Default: ${defaultText(name)}`}</span>
    </>
  )
}
