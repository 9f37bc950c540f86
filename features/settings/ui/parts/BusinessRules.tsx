import { Fragment, useState } from 'react'
import * as z from 'zod/mini'
import { ActivityTab } from '#features/audit/ui/parts/ActivityTab.tsx'
import { readActivity } from '#features/audit/contract.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import {
  MoneyField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { SeparationOfDutiesAdvice } from '../SeparationOfDutiesAdvice.tsx'
import { TaxRateForm } from '../TaxRateForm.tsx'
import { TaxRates } from '../TaxRates.tsx'
import {
  changeSettings,
  rateOfPercent,
  readSettings,
  settings,
  type TaxRateRecord,
} from '../../contract.ts'
import {
  changedRules,
  ruleFields,
  type RuleName,
  rulesToWire,
  sections,
  typedRules,
} from '../../rule-fields.ts'

const ruleNames = Object.keys(ruleFields).map((name) => [name, true] as const)
const form = z.partial(
  z.extend(z.pick(settings, Object.fromEntries(ruleNames) as Record<RuleName, true>), {
    taxDefaultRate: rateOfPercent,
  }),
)

const taxSection = ruleFields.taxDefaultRate.section

/** The business rules form for administrators, with the history of changes. */
export function BusinessRules({ onClose }: { onClose: () => void }) {
  const read = useRead(readSettings)
  const write = useWrite(changeSettings, {
    refreshes: [readSettings, readActivity],
    success: 'Business rules updated successfully',
    failure: 'Failed to update the business rules',
  })
  const [edited, setEdited] = useState<{ rate: TaxRateRecord | undefined }>()
  const { data } = read
  if (!data) {
    return (
      <Dialog title="Business rules" onClose={onClose}>
        <DialogBody>
          {read.error ? <Alert>{read.error.message}</Alert> : <Skeleton className="h-96" />}
        </DialogBody>
      </Dialog>
    )
  }
  return (
    <>
      <FormDialog
        title="Business rules"
        description="Changes apply to new orders only."
        schema={form}
        values={typedRules(data)}
        toWire={rulesToWire}
        submitLabel="Save rules"
        onClose={onClose}
        onSave={(body, { idempotencyKey }) =>
          write.run({ body: changedRules(data, body), idempotencyKey })
        }
      >
        {sections().map(([title, names]) => (
          <Fragment key={title}>
            <Section title={title} names={names} />
            {title === taxSection && <TaxRates onEdit={(rate) => setEdited({ rate })} />}
          </Fragment>
        ))}
        <section aria-labelledby="rules-history">
          <h3 id="rules-history" className="text-card mb-3">
            History
          </h3>
          <ActivityTab entity="setting" id={1} />
        </section>
      </FormDialog>
      {edited && <TaxRateForm rate={edited.rate} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Section({ title, names }: { title: string; names: readonly RuleName[] }) {
  return (
    <FormSection title={title}>
      {names.map((name) => (
        <Fragment key={name}>
          <Rule name={name} />
          {name === 'sodMode' && <SeparationOfDutiesAdvice />}
        </Fragment>
      ))}
    </FormSection>
  )
}

function Rule({ name }: { name: RuleName }) {
  const field = ruleFields[name]
  const { label, hint } = field
  if (field.kind === 'amount') return <MoneyField name={name} label={label} hint={hint} />
  if (field.kind === 'count') return <UnitsField name={name} label={label} hint={hint} min={0} />
  if (field.kind === 'switch') return <SwitchField name={name} label={label} hint={hint} />
  if (field.kind === 'area') return <TextAreaField name={name} label={label} hint={hint} rows={3} />
  if (field.kind === 'choice') {
    return <SelectField name={name} label={label} hint={hint} options={field.options} />
  }
  return <TextField name={name} label={label} hint={hint} />
}
