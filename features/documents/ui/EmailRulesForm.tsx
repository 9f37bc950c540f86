import { readActivity } from '#features/audit/activity-contract.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { SelectField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import {
  changeCustomerEmails,
  changeVendorEmails,
  documentKinds,
  emailRulesForm,
  type EmailRule,
  type EmailRules,
  type EmailRulesForm as EmailRulesBody,
  readCustomerEmails,
  readVendorEmails,
} from '../contract.ts'
import type { EmailParty } from '../rules.ts'

type EmailRulesFormProps = {
  party: EmailParty
  id: number
  emails: EmailRules
  onClose: () => void
}

type Values = ReturnType<typeof valuesOf>

/** The form of what a customer or vendor gets by email, and at which addresses. */
export function EmailRulesForm({ party, id, emails, onClose }: EmailRulesFormProps) {
  const isCustomer = party === 'customer'
  const write = useWrite(isCustomer ? changeCustomerEmails : changeVendorEmails, {
    refreshes: [readCustomerEmails, readVendorEmails, readActivity],
    success: 'Emails updated successfully',
    failure: 'Failed to update the emails',
  })
  return (
    <FormDialog
      title="Edit Emails"
      description={`Empty recipients: the email address of the ${party}.`}
      schema={emailRulesForm}
      values={valuesOf(emails)}
      toWire={toWire}
      size="form"
      submitLabel="Save emails"
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => write.run({ params: { id }, body, idempotencyKey })}
    >
      <div className="grid gap-4">
        {emails.rules.map((rule, place) => (
          <RuleFields key={rule.name} rule={rule} place={place} addresses={emails.addresses} />
        ))}
        {isCustomer && (
          <UnitsField
            name="statementDay"
            label="Statement day"
            hint={`From 1 to 28. Empty: the company's, ${emails.companyStatementDay}.`}
            min={1}
          />
        )}
      </div>
    </FormDialog>
  )
}

type RuleFieldsProps = { rule: EmailRule; place: number; addresses: readonly string[] }

function RuleFields({ rule, place, addresses }: RuleFieldsProps) {
  const title = capitalize(documentKinds[rule.name].name)
  const options = [
    { value: '', label: `Company setting: ${rule.isSentByCompany ? 'sent' : 'not sent'}` },
    { value: 'yes', label: 'Sent' },
    { value: 'no', label: 'Not sent' },
  ]
  return (
    <div className="grid gap-3 border-b border-line pb-3 md:grid-cols-2">
      <SelectField name={`rules.${place}.isSent`} label={title} options={options} />
      <TextField
        name={`rules.${place}.to`}
        label={`${title}: recipients`}
        suggestions={addresses}
      />
    </div>
  )
}

function valuesOf({ rules, statementDay }: EmailRules) {
  return {
    rules: rules.map(({ name, isSent, to }) => ({
      name,
      isSent: isSent === null ? '' : isSent ? 'yes' : 'no',
      to: to ?? '',
    })),
    statementDay: statementDay === null ? '' : String(statementDay),
  }
}

function toWire({ rules, statementDay }: Values): EmailRulesBody {
  const day = statementDay.trim()
  return {
    rules: rules.map(({ name, isSent, to }) => ({
      name,
      isSent: isSent === '' ? null : isSent === 'yes',
      to: to.trim() || null,
    })),
    ...(rules.some(({ name }) => name === 'statement') && {
      statementDay: day === '' ? null : Number(day),
    }),
  }
}
