import { useWatch } from 'react-hook-form'
import { CustomField, SelectField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormCard } from '#platform/ui/form/FormCard.tsx'
import type { CompanyProfile } from '../../company-profile.ts'
import { companyFields } from '../company-fields.ts'

type Name = keyof CompanyProfile
const names = Object.keys(companyFields) as Name[]
const sections = [...new Set(names.map((name) => companyFields[name].section))]

/** The fields of the company profile, a card for each section. */
export function CompanyFields() {
  return sections.map((section) => (
    <FormCard key={section} title={section}>
      {names
        .filter((name) => companyFields[name].section === section)
        .map((name) => (
          <CompanyField key={name} name={name} />
        ))}
    </FormCard>
  ))
}

function CompanyField({ name }: { name: Name }) {
  const field = companyFields[name]
  const { label, hint } = field
  if (field.kind === 'area') return <TextAreaField name={name} label={label} hint={hint} rows={3} />
  if (field.kind === 'choice') {
    return <SelectField name={name} label={label} hint={hint} options={field.options} />
  }
  if (field.kind === 'color') return <ColorField name={name} label={label} hint={hint} />
  return <TextField name={name} label={label} hint={hint} />
}

/** A color as text, with the browser's color picker beside it. */
function ColorField({ name, label, hint }: { name: Name; label: string; hint: string }) {
  const color = useWatch<Record<string, string>>({ name }) ?? ''
  return (
    <CustomField name={name} label={label} hint={hint}>
      {(control, _value, change) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            value={color}
            onChange={({ target }) => change(target.value)}
            className="control max-w-[14ch]"
          />
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'}
            onChange={({ target }) => change(target.value)}
            className="h-9 w-11 shrink-0 rounded-control border border-control bg-surface p-1"
          />
        </div>
      )}
    </CustomField>
  )
}
